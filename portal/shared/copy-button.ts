// A button that copies, for pages without Preact.
import { copyText } from './copy.ts';
import { element } from './element.ts';

/** `text` is read when the reader clicks. */
export function copyButton(text: () => string, label = 'Copy'): HTMLButtonElement {
  const said = element('span', { 'aria-live': 'polite' }, ['Copy']);
  const button = element('button', { type: 'button', class: 'button copy', 'aria-label': label }, [said]);
  button.addEventListener('click', () => {
    void copyText(text()).then((isCopied) => {
      said.textContent = isCopied ? 'Copied' : 'Not copied';
      setTimeout(() => {
        said.textContent = 'Copy';
      }, 1500);
    });
  });
  return button;
}
