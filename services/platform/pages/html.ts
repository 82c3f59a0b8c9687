// Writes HTML in which every value is escaped.

/** HTML that may be put into a page as it is. Only `html` makes it. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | Html | readonly Html[] | undefined | false;

/**
 * `` html`<p>${name}</p>` ``: escapes each value, for text and for attributes in double quotes. `undefined` and `false` are nothing.
 * Not for values inside of `<script>` and `<style>`, or in attributes without quotes.
 */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(parts.reduce((text, part, index) => text + written(values[index - 1]) + part));
}

function written(value: Value): string {
  if (value === undefined || value === false) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(({ text }) => text).join('');
  return String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
