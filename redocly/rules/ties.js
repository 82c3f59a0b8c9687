// Two path templates of which neither says more: a server could not tell which is meant. Others that meet on some path are told apart, literal before
// templated and segment by segment from the left, as runtime/server/router.ts does; Redocly's `no-ambiguous-paths` counts those as faults too.
export function ties() {
  return {
    Paths(paths, ctx) {
      const seen = [];
      for (const path of Object.keys(paths)) {
        const other = seen.find((other) => tie(segmentsOf(other), segmentsOf(path)));
        if (other !== undefined) {
          ctx.report({
            message: `No server can tell \`${path}\` from \`${other}\`: no segment of the two is literal in one and templated in the other.`,
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

/** Which of two segments a router looks at first, where there is a segment that both match. */
function compare(a, b) {
  const [one, other] = [literalsOf(a), literalsOf(b)];
  if (one.join('{}') === other.join('{}')) return 'same';
  if (!meet([a], [b])) return 'apart';
  const literal = (literals) => literals.length === 1;
  if (literal(one) !== literal(other)) return 'ordered';
  return one.join('').length === other.join('').length ? 'tied' : 'ordered';
}

/** Whether some path matches both; of two templated segments only what stands before and after the parameters is held against each other. */
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

/** What stands before, between and after a segment's parameters. */
function literalsOf(segment) {
  return segment.split(/\{[^{}]+\}/);
}

function matches(text, literals) {
  let start = 0;
  for (const [index, literal] of literals.entries()) {
    const last = index === literals.length - 1;
    const at = last ? text.length - literal.length : text.indexOf(literal, start);
    if (at < start || !text.startsWith(literal, at) || (index === 0 && at !== 0)) return false;
    // A parameter is never empty.
    start = at + literal.length + (last ? 0 : 1);
  }
  return true;
}
