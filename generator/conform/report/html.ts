// A report as one HTML page without scripts and without anything from elsewhere: operations × checks, the findings, the coverage.
import { createHash } from 'node:crypto';
import { escapeHtml as html } from '../../base/escape-html.ts';
import { matrix, operationId } from './html-matrix.ts';
import type { ReportView, ShownExchange, ShownFinding, ShownOperation } from './view.ts';

const STYLE = `
:root { color-scheme: light dark; --paper: #fff; --line: #8884; --bad: #c62828; --good: #2e7d32; --mild: #666; --link: #1557b0; }
@media (prefers-color-scheme: dark) { :root { --paper: #16181c; --bad: #ff8a80; --good: #81c784; --mild: #aaa; --link: #8ab4f8; } }
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 80rem; padding: 0 1rem; background: var(--paper); }
h1 { font-size: 1.5rem; } h2 { font-size: 1.2rem; margin-top: 2.5rem; } h3 { font-size: 1rem; margin: 0; }
h1, h3, p, li { overflow-wrap: anywhere; }
a { color: var(--link); }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: .85rem; }
th, td { border: 1px solid var(--line); padding: .25rem .5rem; text-align: left; vertical-align: top; }
thead th { vertical-align: bottom; } thead th span { writing-mode: vertical-rl; transform: rotate(180deg); white-space: nowrap; }
.matrix th:first-child { position: sticky; left: 0; background: var(--paper); }
td.cell { text-align: center; padding: 0; } td.cell a { display: block; padding: .25rem .5rem; text-decoration: none; } td.cell a:hover { background: #8883; }
td.number { text-align: right; }
.bad, .bad a { color: var(--bad); font-weight: 600; } .good, .good a { color: var(--good); } .mild, .mild a { color: var(--mild); }
article, .cases { border: 1px solid var(--line); border-radius: .4rem; padding: .75rem 1rem; margin: 1rem 0; }
article:target { outline: 3px solid var(--bad); }
.cases table { min-width: 32rem; } .cases { display: none; } .cases:target { display: block; outline: 2px solid var(--good); }
pre { background: #8881; padding: .5rem .75rem; overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere; margin: .5rem 0; }
.answer { border-left: 3px solid var(--mild); margin-bottom: 1.25rem; }
code { overflow-wrap: anywhere; }
`;

/** The most characters of all findings. Later ones stand without their requests. */
const MOST_CHARACTERS = 4_000_000;

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
${articles(view.findings)}
${idle(view)}
<h2>Coverage</h2>
${coverage(view)}
</body>
</html>
`;
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

function articles(findings: readonly ShownFinding[]): string {
  if (findings.length === 0) return '<p>None.</p>';
  let characters = 0;
  const texts = findings.map((finding, index) => {
    const whole = article(finding, index, finding.exchanges.map(steps).join('\n'));
    characters += whole.length;
    return characters <= MOST_CHARACTERS
      ? whole
      : article(finding, index, '<p class="mild">The page is full: <code>--report json=…</code> has its requests.</p>');
  });
  return texts.join('\n');
}

function article({ check, message, expected, operation, place, more, waived }: ShownFinding, index: number, requests: string): string {
  return `<article id="finding-${index}">
<h3>${html(`${check}: ${operation}`)}</h3>
<p class="mild"><a href="#checks">Back to the table</a></p>
<p class="${waived === undefined ? 'bad' : 'mild'}">${html(message)}</p>
<p>Declared at <code>${html(`${place.file}:${place.line}:${place.column}`)}</code>. Right would be: ${html(expected)}.${
    more === 0 ? '' : ` ${more} more show the same.`
  }${waived === undefined ? '' : ` Waived: ${html(waived)}`}</p>
${requests}
</article>`;
}

function steps({ curl, code, response, failure }: ShownExchange): string {
  const answer =
    response === undefined
      ? (failure ?? '')
      : `${response.status}\n${response.headers.map((pair) => pair.join(': ')).join('\n')}\n\n${response.body ?? ''}`;
  return `<pre>${html(curl)}</pre>${code === undefined ? '' : `<pre>${html(code)}</pre>`}<pre class="answer">${html(answer.trimEnd())}</pre>`;
}

function coverage({ operations }: ReportView): string {
  const rows = operations.map(({ id, method, path, exchanges, skipped, statuses, parameters, branches, moreBranches }, index) => {
    const used = <T extends { readonly exchanges: number }>(list: readonly T[], name: (one: T) => string): string =>
      list.map((one) => `<span class="${one.exchanges > 0 ? 'good' : 'mild'}">${html(`${name(one)} ${one.exchanges}`)}</span>`).join(', ');
    return `<tr id="${operationId(index)}"><th scope="row">${html(id)}</th><td><code>${html(`${method} ${path}`)}</code></td><td>${
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
