// Entries that come again.
import type { Reply } from '../../http.ts';
import { type Call, conflict, fine, type Handlers, linesOfBody, missing, refuseArchived, requirePeriod, unfit } from '../call.ts';
import { append, newId } from '../store.ts';
import type { Schedule, Template } from '../things.ts';
import { templateView } from '../views.ts';

function templateOf({ books }: Call, id: unknown): Template {
  const template = books.templates.get(String(id));
  if (template === undefined) throw missing('template', 'template');
  return template;
}

function createTemplate(call: Call): Reply {
  const { books, body } = call;
  const { name, description, schedule } = body as unknown as Template;
  const lines = linesOfBody(call);
  refuseArchived(call, lines);
  if (books.names.has(name.toLowerCase())) throw conflict('name_taken', 'Another template has this name.', 'name');
  const template: Template = { id: newId('tpl'), name, description, schedule, lines, dates: [] };
  books.templates.set(template.id, template);
  books.names.add(name.toLowerCase());
  return fine({ template: templateView(template) });
}

/** Whether a schedule has a date. */
function isDue({ has }: Call, { kind, month, day }: Schedule, date: string): boolean {
  const [, dateMonth, dateDay] = date.split('-').map(Number);
  if (kind === 'manual') return true;
  return dateDay === day && (kind === 'monthly' || dateMonth === month || has('yearly-each-month'));
}

function runTemplate(call: Call): Reply {
  const { books, body } = call;
  const { id, description, schedule, lines, dates } = templateOf(call, body.template);
  const date = String(body.date);
  if (!isDue(call, schedule, date)) throw unfit('date_off_schedule', 'The schedule does not have this date.', 'date');
  if (dates.includes(date)) throw conflict('already_run', 'The template has run for this date.', 'date');
  requirePeriod(call, date);
  const entry = append(books, { date, description, reference: null, lines, template: id });
  dates.push(date);
  return fine({ entry });
}

function deleteTemplate(call: Call): Reply {
  const { books, body, has } = call;
  const { id, name } = templateOf(call, body.template);
  books.templates.delete(id);
  if (!has('deleted-name-stays')) books.names.delete(name.toLowerCase());
  return fine({});
}

export const templates: Handlers = {
  createTemplate,
  getTemplate: (call) => fine({ template: templateView(templateOf(call, call.query.template)) }),
  runTemplate,
  deleteTemplate,
};
