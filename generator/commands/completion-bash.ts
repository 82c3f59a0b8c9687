// The completion script for bash. That of the library needs the package bash-completion, and runs what is typed between `$(` and `)`.

/** `octavo complete` prints a line for each word, with its description after a tab, and last a line that begins with `:`. */
export const bashScript = String.raw`# Completion of octavo for bash. Load it with: source <(octavo completion bash)
_octavo_completion() {
  local line=${'$'}{COMP_LINE:0:COMP_POINT} IFS=$' \t\n' word current before
  local -a words
  # Without -r, so that "\ " is a space inside a word.
  read -a words <<<"$line"
  [[ $line == *[[:space:]] ]] && words+=("")
  current=${'$'}{words[${'$'}{#words[@]} - 1]}
  # Bash replaces what follows the last = or : of the word.
  before=${'$'}{current%"${'$'}{current##*[=:]}"}
  COMPREPLY=()
  while IFS=$'\t' read -r word _; do
    # After --out=, only what follows the = is completed.
    [[ $current == -*=* && $word != -* ]] && word=$before$word
    [[ $word == "$current"* && $word != :* ]] && COMPREPLY+=("${'$'}{word#"$before"}")
  done < <(octavo complete -- "${'$'}{words[@]:1}" 2>/dev/null)
  # Names of files get their spaces escaped; bash 3 has no compopt.
  if [[ "${'$'}{COMPREPLY[*]}" == */* ]] && type compopt &>/dev/null; then compopt -o filenames 2>/dev/null; fi
}
complete -F _octavo_completion octavo`;
