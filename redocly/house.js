// The house rules as a Redocly plugin: what this repository asks of its own documents on top of the standard. Wired up in redocly.yaml.
import { basis } from './rules/basis.js';
import { descriptions } from './rules/descriptions.js';
import { examples } from './rules/examples.js';
import { statements } from './rules/statements.js';
import { ties } from './rules/ties.js';

export default function house() {
  return { id: 'house', rules: { oas3: { basis, descriptions, examples, statements, ties } } };
}
