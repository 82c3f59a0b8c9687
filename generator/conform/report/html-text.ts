// Text as it stands in HTML, in elements and in attributes.
export function html(text: string): string {
  return text.replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);
}
