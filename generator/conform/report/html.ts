// A report as one HTML page without scripts and without anything from elsewhere: operations × checks, the findings, the coverage.
import { createHash } from 'node:crypto';
import type { ReportView, ShownExchange, ShownFinding, ShownOperation } from './view.ts';

const STYLE = `
:root { color-scheme: light dark; --line: #8884; --bad: #c62828; --good: #2e7d32; --mild: #777; }
@media (prefers-color-scheme: dark) { :root { --bad: #ff8a80; --good: #81c784; --mild: #aaa; } }
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 80rem; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.2rem; margin-top: 2.5rem; } h3 { font-size: 1rem; margin: 0; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: .85rem; }
th, td { border: 1px solid var(--line); padding: .25rem .5rem; text-align: left; vertical-align: top; }
thead th { vertical-align: bottom; } thead th span { writing-mode: vertical-rl; transform: rotate(180deg); white-space: nowrap; }
td.cell { text-align: center; } .bad, .bad a { color: var(--bad); font-weight: 600; } .good { color: var(--good); } .mild { color: var(--mild); }
article { border: 1px solid var(--line); border-radius: .4rem; padding: .75rem 1rem; margin: 1rem 0; }
article:target { outline: 3px solid var(--bad); }
pre { background: #8881; padding: .5rem .75rem; overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere; margin: .5rem 0; }
code { overflow-wrap: anywhere; }
`;

export function htmlReport(view: ReportView): string {
  const hash = createHash('sha256').update(STYLE).digest('base64');
  const open = view.findings.filter(({ waived }) => waived === undefined);
  const seconds = (view.milliseconds / 1000).toFixed(1);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${html(`${view.tool}: ${view.title}`)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${html(view.title)}: ${open.length === 0 ? 'no findings' : `${open.length} finding${open.length === 1 ? '' : 's'}`}</h1>
<p><code>${html(view.tool)}</code>, ${view.exchanges} requests to <code>${html(view.target)}</code> in ${seconds} s${
    view.seed === undefined ? '' : `, seed ${view.seed}`
  }.${view.ended === undefined ? '' : ` The run ended early: ${html(view.ended)}.`}</p>
${matrix(view)}
${undeclared(view)}
<h2>Findings</h2>
${view.findings.map(article).join('\n') || '<p>None.</p>'}
${idle(view)}
<h2>Coverage</h2>
${coverage(view)}
</body>
</html>
`;
}

function matrix({ checks, operations, findings }: ReportView): string {
  const heads = checks.map(({ id, summary }) => `<th scope="col" title="${html(summary)}"><span>${html(id)}</span></th>`);
  const rows = operations.map((operation, index) => {
    const cells = checks.map(({ id }) => cellOf(operation, id, findings));
    return `<tr><th scope="row"><a href="#operation-${index}">${html(operation.id)}</a></th>${cells.join('')}</tr>`;
  });
  return `<h2>Operations and checks</h2>
<p class="mild">A number counts the cases with a fault and leads to the first of them; ✓ has cases without one; a number in parentheses counts waived ones.</p>
<div class="wide"><table><thead><tr><th scope="col">operation</th>${heads.join('')}</tr></thead><tbody>
${rows.join('\n')}
</tbody></table></div>`;
}

function cellOf({ id, cells, skipped }: ShownOperation, check: string, findings: readonly ShownFinding[]): string {
  const { looked, failed, waived } = cells[check] ?? { looked: 0, failed: 0, waived: 0 };
  const at = findings.findIndex((one) => one.operation === id && one.check === check);
  const link = (text: string): string => (at === -1 ? text : `<a href="#finding-${at}">${text}</a>`);
  if (failed > 0) return `<td class="cell bad">${link(String(failed))}</td>`;
  if (waived > 0) return `<td class="cell mild">${link(`(${waived})`)}</td>`;
  if (looked > 0 && skipped === undefined) return `<td class="cell good" title="${looked} cases">✓</td>`;
  return '<td class="cell mild">–</td>';
}

function undeclared({ undeclared: requests }: ReportView): string {
  if (requests.length === 0) return '';
  const items = requests.map(({ method, path, count }) => `<li class="bad"><code>${html(`${method} ${path}`)}</code> (${count})</li>`);
  return `<h2>Requests that no operation declares</h2>\n<ul>\n${items.join('\n')}\n</ul>`;
}

function idle({ idleWaivers }: ReportView): string {
  const items = idleWaivers.map(
    ({ check, operation, reason }) => `<li>${html(`${check} for ${operation ?? 'every operation'}: ${reason}`)}</li>`,
  );
  return items.length === 0 ? '' : `<h2>Waivers that cover nothing</h2>\n<ul>\n${items.join('\n')}\n</ul>`;
}

function article(finding: ShownFinding, index: number): string {
  const { check, message, expected, operation, place, more, waived, exchanges } = finding;
  return `<article id="finding-${index}">
<h3>${html(`${check}: ${operation}`)}</h3>
<p class="${waived === undefined ? 'bad' : 'mild'}">${html(message)}</p>
<p>Declared at <code>${html(`${place.file}:${place.line}:${place.column}`)}</code>. Right would be: ${html(expected)}.${
    more === 0 ? '' : ` ${more} more show the same.`
  }${waived === undefined ? '' : ` Waived: ${html(waived)}`}</p>
${exchanges.map(steps).join('\n')}
</article>`;
}

function steps({ curl, code, response, failure }: ShownExchange): string {
  const answer =
    response === undefined
      ? (failure ?? '')
      : `${response.status}\n${response.headers.map((pair) => pair.join(': ')).join('\n')}\n\n${response.body ?? ''}`;
  return `<pre>${html(curl)}</pre>${code === undefined ? '' : `<pre>${html(code)}</pre>`}<pre>${html(answer.trimEnd())}</pre>`;
}

function coverage({ operations }: ReportView): string {
  const rows = operations.map(({ id, method, path, exchanges, skipped, statuses, parameters, branches, moreBranches }, index) => {
    const used = <T extends { readonly exchanges: number }>(list: readonly T[], name: (one: T) => string): string =>
      list.map((one) => `<span class="${one.exchanges > 0 ? 'good' : 'mild'}">${html(`${name(one)} ${one.exchanges}`)}</span>`).join(', ');
    return `<tr id="operation-${index}"><th scope="row">${html(id)}</th><td><code>${html(`${method} ${path}`)}</code></td><td>${
      skipped === undefined ? exchanges : html(`not called: ${skipped}`)
    }</td><td>${used(statuses, ({ status, isDeclared }) => (isDeclared ? status : `${status} (undeclared)`))}</td><td>${used(
      parameters,
      ({ in: where, name }) => `${where} ${name}`,
    )}</td><td>${branchCell(branches, moreBranches === true, used(branches, branchName))}</td></tr>`;
  });
  return `<div class="wide"><table><thead><tr><th>operation</th><th>request</th><th>requests</th><th>statuses</th><th>parameters</th><th>branches</th></tr></thead><tbody>
${rows.join('\n')}
</tbody></table></div>`;
}

function branchName({ of, at, kind, name }: ShownOperation['branches'][number]): string {
  return `${of} ${at} ${kind} ${name}`;
}

function branchCell(branches: ShownOperation['branches'], isCut: boolean, list: string): string {
  if (branches.length === 0) return '';
  const used = branches.filter(({ exchanges }) => exchanges > 0).length;
  return `<details><summary>${used} of ${branches.length}${isCut ? ' (the first ones)' : ''}</summary>${list}</details>`;
}

function html(text: string): string {
  return text.replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);
}
