// Rejects two path templates that match the same path if neither is more specific. The router (runtime/server/router.ts) compares segments from the
// left and prefers literal ones, so most templates that overlap are fine. Redocly's `no-ambiguous-paths` would reject those too.
export function ties() {
  return {
    Paths(paths, ctx) {
      const seen = [];
      for (const path of Object.keys(paths)) {
        const other = seen.find((other) => tie(segmentsOf(other), segmentsOf(path)));
        if (other !== undefined) {
          ctx.report({
            message: `\`${path}\` and \`${other}\` match the same path, and neither is more specific: no segment is literal in one and templated in the other.`,
            location: ctx.location.child([path]).key(),
          });
        }
        seen.push(path);
      }
    },
  };
}

function segmentsOf(path) {
  return path.split('/').slice(1);
}

function tie(a, b) {
  if (a.length !== b.length) return false;
  for (const [index, segment] of a.entries()) {
    const order = compare(segment, b[index]);
    if (order !== 'same') return order === 'tied' && meet(a.slice(index + 1), b.slice(index + 1));
  }
  return true;
}

/** Compares how specific two segments are: `same`, `ordered`, `tied`, or `apart` if no segment matches both. */
function compare(a, b) {
  const [one, other] = [literalsOf(a), literalsOf(b)];
  if (one.join('{}') === other.join('{}')) return 'same';
  if (!meet([a], [b])) return 'apart';
  const literal = (literals) => literals.length === 1;
  if (literal(one) !== literal(other)) return 'ordered';
  return one.join('').length === other.join('').length ? 'tied' : 'ordered';
}

/** Whether a path can match both. Of two templated segments, only the literals at their ends are compared. */
function meet(a, b) {
  return a.every((segment, index) => {
    const [one, other] = [literalsOf(segment), literalsOf(b[index])];
    if (one.length === 1 && other.length === 1) return segment === b[index];
    if (one.length === 1) return matches(segment, other);
    if (other.length === 1) return matches(b[index], one);
    return (
      (one[0].startsWith(other[0]) || other[0].startsWith(one[0])) &&
      (one.at(-1).endsWith(other.at(-1)) || other.at(-1).endsWith(one.at(-1)))
    );
  });
}

/** The literals before, between and after the parameters of a segment. */
function literalsOf(segment) {
  return segment.split(/\{[^{}]+\}/);
}

function matches(text, literals) {
  let start = 0;
  for (const [index, literal] of literals.entries()) {
    const last = index === literals.length - 1;
    const at = last ? text.length - literal.length : text.indexOf(literal, start);
    if (at < start || !text.startsWith(literal, at) || (index === 0 && at !== 0)) return false;
    // A parameter has at least one character.
    start = at + literal.length + (last ? 0 : 1);
  }
  return true;
}
