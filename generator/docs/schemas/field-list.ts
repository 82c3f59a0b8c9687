// Shows the fields of a schema: each with its type, what it must be, and an anchor; objects inside below it, and choices as tabs.
import { type ComponentChild, h, type JSX } from 'preact';
import { count } from '../../base/words.ts';
import { inlineHtml, markdownHtml } from '../markdown/html.ts';
import { inner, joined } from '../render.ts';
import { type Branch, type Choice, type FieldNode, type Fields, isEmpty } from './fields.ts';
import { constraintTexts, type NameSchema, typeText, valueText } from './type-text.ts';

/** Nothing for a schema without fields and choices. */
export function fieldList(fields: Fields, nameOf: NameSchema): JSX.Element | null {
  if (isEmpty(fields)) return null;
  return h('div', { class: 'card fields' }, inside(fields, nameOf, 0));
}

function inside({ fields, choices }: Fields, nameOf: NameSchema, depth: number): ComponentChild {
  return [
    fields.length > 0 &&
      h(
        'div',
        { role: 'list' },
        fields.map((field) => fieldRow(field, nameOf, depth)),
      ),
    choices.map((choice) => choiceTabs(choice, nameOf, depth)),
  ];
}

function fieldRow({ path, name, required, schema, inside: below }: FieldNode, nameOf: NameSchema, depth: number): JSX.Element {
  const [example] = schema.examples ?? [];
  const more = [...constraintTexts(schema), ...(example === undefined ? [] : [`for example ${valueText(example)}`])];
  return h(
    'div',
    { role: 'listitem', class: 'field-row', id: path },
    h(
      'p',
      null,
      h('a', { class: 'anchor', href: `#${encodeURIComponent(path)}`, title: path }, h('code', null, name)),
      ' ',
      h('span', { class: 'type', ...inner(inlineHtml(typeText(schema, nameOf))) }),
      required && [' ', h('span', { class: 'badge accent' }, 'required')],
    ),
    schema.description !== undefined && h('div', { class: 'prose', dir: 'auto', ...inner(markdownHtml(schema.description)) }),
    more.length > 0 && h('p', { class: 'hint', ...inner(inlineHtml(more.join('; '))) }),
    isEmpty(below) ? null : folded(below, nameOf, depth + 1),
  );
}

/** Most fields of an object inside that are shown unfolded. */
const UNFOLDED = 12;

function folded(fields: Fields, nameOf: NameSchema, depth: number): JSX.Element {
  const has = [
    ...(fields.fields.length === 0 ? [] : [count(fields.fields.length, 'field')]),
    ...fields.choices.map(({ branches }) => count(branches.length, 'choice')),
  ];
  const open = depth === 1 && fields.fields.length <= UNFOLDED;
  return h('details', { class: 'inside', open }, h('summary', null, has.join(', ')), inside(fields, nameOf, depth));
}

/** A script makes tabs of the parts; without it they stand below each other. */
function choiceTabs({ isOne, property, branches }: Choice, nameOf: NameSchema, depth: number): JSX.Element {
  const lead = isOne ? 'One of these' : 'One or more of these';
  const titles = titlesOf(branches);
  const says = property === undefined ? '.' : [': the value of ', h('code', null, property), ' says which.'];
  return h(
    'div',
    { class: 'choice', 'data-tabs': lead },
    h('p', { class: 'hint' }, lead, says),
    branches.map((branch, index) => branchPart(branch, titles[index] ?? '', property, nameOf, depth)),
  );
}

/** A name, a title, the value that selects the branch, or its type; the types of several are numbered. */
function titlesOf(branches: readonly Branch[]): readonly string[] {
  const titles = branches.map(({ name, schema, tags }) => name ?? schema.title ?? tags[0] ?? typeText(schema, (one) => one, 1));
  return titles.map((title, index) => {
    const isRepeated = titles.indexOf(title) !== titles.lastIndexOf(title);
    return isRepeated ? `${title} ${index + 1}` : title;
  });
}

function branchPart(branch: Branch, title: string, property: string | undefined, nameOf: NameSchema, depth: number): JSX.Element {
  const { schema, name, tags, inside: below } = branch;
  const says = [name === undefined ? typeText(schema, nameOf, 1) : nameOf(name), ...constraintTexts(schema)].join('; ');
  return h(
    'section',
    { 'data-tab': title },
    h(
      'p',
      null,
      schema.title !== undefined && name === undefined && [h('strong', null, schema.title), ' '],
      h('span', { class: 'type', ...inner(inlineHtml(says)) }),
    ),
    tags.length > 0 && property !== undefined && h('p', { class: 'hint' }, h('code', null, property), ' is ', joined(values(tags), ' or ')),
    name === undefined &&
      schema.description !== undefined &&
      h('div', { class: 'prose', dir: 'auto', ...inner(markdownHtml(schema.description)) }),
    inside(below, nameOf, depth),
  );
}

function values(tags: readonly string[]): readonly JSX.Element[] {
  return tags.map((tag) => h('code', null, JSON.stringify(tag)));
}
