// Short messages at the corner of the page, which screen readers read.

/** Shows a message for a few seconds. */
export function toast(message: string): void {
  const list = document.querySelector('.toasts') ?? document.body.appendChild(newList());
  const item = document.createElement('div');
  item.className = 'toast';
  item.textContent = message;
  list.append(item);
  setTimeout(() => item.remove(), 4000);
}

function newList(): HTMLElement {
  const list = document.createElement('div');
  list.className = 'toasts';
  list.setAttribute('role', 'status');
  return list;
}
