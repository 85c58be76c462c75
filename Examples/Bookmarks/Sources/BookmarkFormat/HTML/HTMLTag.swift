/// A start tag, its names in lower case, its values still as they stand in the file.
struct HTMLTag {
  struct Attribute {
    let name: String
    let value: Range<Int>
  }

  /// Elements whose content is text, whatever looks like a tag in it.
  static let rawElements: Set<String> = ["script", "style", "title", "textarea"]

  let name: String
  var attributes: [Attribute] = []

  /// The value of an attribute, its first one if it is given twice.
  subscript(attribute: String) -> Range<Int>? {
    attributes.first { $0.name == attribute }?.value
  }
}
