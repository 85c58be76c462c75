@main struct Bookmarks { static func main() {} }
