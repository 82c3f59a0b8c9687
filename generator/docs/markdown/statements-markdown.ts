// The Markdown page of the statements, for programs that read: each statement, and the operations that answer it.
import type { Service } from '../../model/service.ts';
import { operationFile } from '../operation-page.ts';
import { type Answer, answersOf, placeOfAnswer, type Statement, unanswered } from '../statements.ts';

export const STATEMENTS_FILE = 'statements.md';

export function statementsMarkdown(statements: readonly Statement[], services: readonly Service[]): string {
  const answers = answersOf(services);
  const lines = statements.map((statement) => {
    const own = answers.get(statement.id) ?? [];
    const said = own.length === 0 ? unanswered(statement) : `Answered by ${own.map(answerLink).join(', ')}.`;
    return `- **${statement.id}**: ${statement.says.replaceAll(/\s+/g, ' ').trim()} ${said}`;
  });
  const lead = 'The statements of the specification, each with the operations that answer it.';
  return `${['# Statements', lead, lines.join('\n')].join('\n\n')}\n`;
}

function answerLink(answer: Answer): string {
  const { service, operation } = answer;
  const name = placeOfAnswer(answer).replaceAll(/[[\]]/g, String.raw`\$&`);
  return `[${name}](${service.id}/${operation === undefined ? 'index.md' : operationFile(operation)})`;
}
