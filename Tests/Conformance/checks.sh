# What the scripts named `run` share: they source it, call `check` for each thing to show, and end with `finish`.

passed=0
failed=0
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

check() { # what is shown, and the command that succeeds if it holds
  local name=$1
  shift
  if "$@" >"$scratch/output" 2>&1; then
    passed=$((passed + 1))
    echo "passed  $name"
  else
    failed=$((failed + 1))
    echo "FAILED  $name"
    tail -n 40 "$scratch/output" | cut -c1-400 | sed 's/^/        /'
  fi
}

finish() {
  echo "$passed passed, $failed failed"
  [[ $failed -eq 0 ]]
}
