// Lets pages reload themselves when the documentation has been built again: the page that is shown until there is one, and the portal's shell.

/** The text of the script that `reloadTag` loads. */
export const reloadScript = `new EventSource('/-/events').addEventListener('reload', () => location.reload());\n`;
export const reloadTag = '<script src="/-/reload.js" defer></script>';
