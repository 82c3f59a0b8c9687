// Draws the states of a kind of resource: boxes in columns by their distance from the first state, and arrows between them.
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Machine } from '../../services/generated/control/index.ts';

const WIDTH = 172;
const HEIGHT = 38;
const GAP_X = 58;
const GAP_Y = 26;
const MARGIN = 14;

interface Box {
  readonly state: string;
  readonly x: number;
  readonly y: number;
}

export function StateGraph({ machine, current }: { machine: Machine; current: string | undefined }): JSX.Element {
  const section = useRef<HTMLElement>(null);
  const boxes = boxesOf(machine);
  const at = new Map(boxes.map((box) => [box.state, box]));
  const width = Math.max(...boxes.map(({ x }) => x)) + WIDTH + MARGIN;
  const lit = boxes.find(({ state }) => state === current);
  // The lit state is in the middle of what is seen, where the graph is wider than the page.
  useEffect(() => {
    if (section.current !== null && lit !== undefined) section.current.scrollLeft = lit.x + WIDTH / 2 - section.current.clientWidth / 2;
  }, [lit?.x]);
  // Several causes of one step are one arrow.
  const arrows = [...new Map(machine.transitions.map((one) => [`${one.from} ${one.to}`, one])).values()];
  // An arrow back to the left goes below the boxes.
  const goesBack = arrows.some(({ from, to }) => (at.get(to)?.x ?? 0) < (at.get(from)?.x ?? 0));
  const height = Math.max(...boxes.map(({ y }) => y)) + HEIGHT + MARGIN + (goesBack ? GAP_Y : 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a drawing that scrolls must be reached by keyboard.
    <section class="scroll graph" ref={section} tabIndex={0} aria-label={`States of ${machine.title}`}>
      <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={summaryOf(machine, current)}>
        <defs>
          <marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto-start-reverse">
            <path d="M0 0 8 4 0 8z" />
          </marker>
          <marker
            id="arrow-lit"
            class="lit"
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="7"
            markerHeight="7"
            orient="auto-start-reverse"
          >
            <path d="M0 0 8 4 0 8z" />
          </marker>
        </defs>
        {arrows.map(({ from, to, cause }) => {
          const [start, end] = [at.get(from), at.get(to)];
          if (start === undefined || end === undefined) return null;
          const isLit = from === current;
          return (
            <path
              key={from + to}
              class={isLit ? 'arrow lit' : 'arrow'}
              d={pathOf(start, end)}
              marker-end={isLit ? 'url(#arrow-lit)' : 'url(#arrow)'}
            >
              <title>{`${from} to ${to}: ${cause}`}</title>
            </path>
          );
        })}
        {boxes.map(({ state, x, y }) => (
          <g key={state} class={state === current ? 'state lit' : 'state'}>
            <rect x={x} y={y} width={WIDTH} height={HEIGHT} rx="8" />
            <text x={x + WIDTH / 2} y={y + HEIGHT / 2 + 4}>
              {state}
            </text>
          </g>
        ))}
      </svg>
    </section>
  );
}

function summaryOf({ states, title }: Machine, current: string | undefined): string {
  const lit = current === undefined ? '' : ` ${current} is lit.`;
  return `${title}: ${states.join(', ')}.${lit}`;
}

/**
 * A state stands one column to the right of the nearest state that leads to it; the first state and those that nothing leads to stand at the left.
 */
function boxesOf({ states, transitions }: Pick<Machine, 'states' | 'transitions'>): readonly Box[] {
  const columns = new Map<string, number>();
  const queue = states.filter((state, index) => index === 0 || !transitions.some(({ to, from }) => to === state && from !== state));
  for (const state of queue) columns.set(state, 0);
  for (let state = queue.shift(); state !== undefined; state = queue.shift()) {
    for (const { from, to } of transitions) {
      if (from !== state || columns.has(to)) continue;
      columns.set(to, (columns.get(from) ?? 0) + 1);
      queue.push(to);
    }
  }
  const rows = new Map<number, number>();
  return states.map((state) => {
    const column = columns.get(state) ?? 0;
    const row = rows.get(column) ?? 0;
    rows.set(column, row + 1);
    return { state, x: MARGIN + column * (WIDTH + GAP_X), y: MARGIN + row * (HEIGHT + GAP_Y) };
  });
}

function pathOf(from: Box, to: Box): string {
  const middle = HEIGHT / 2;
  if (to.x > from.x) {
    const [x1, y1, x2, y2] = [from.x + WIDTH, from.y + middle, to.x - 3, to.y + middle];
    const bend = (x2 - x1) / 2;
    return `M${x1} ${y1} C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`;
  }
  if (to.x === from.x) {
    const isDown = to.y > from.y;
    const [x, y1, y2] = [from.x + WIDTH / 2, isDown ? from.y + HEIGHT : from.y, isDown ? to.y - 3 : to.y + HEIGHT + 3];
    if (Math.abs(to.y - from.y) <= HEIGHT + GAP_Y) return `M${x} ${y1} L${x} ${y2}`;
    // The line goes around the boxes between the two.
    const [side, start, end] = [from.x + WIDTH, from.y + middle, to.y + middle];
    return `M${side} ${start} C${side + GAP_X / 2} ${start} ${side + GAP_X / 2} ${end} ${side + 3} ${end}`;
  }
  // Back to the left: below the boxes.
  const [x1, y1, x2, y2] = [from.x + WIDTH / 2, from.y + HEIGHT, to.x + WIDTH / 2, to.y + HEIGHT + 3];
  const low = Math.max(y1, y2) + GAP_Y;
  return `M${x1} ${y1} C${x1} ${low} ${x2} ${low} ${x2} ${y2}`;
}
