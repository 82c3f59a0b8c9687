// Remembers the reader's choice of theme in the browser's storage.

export type Theme = 'light' | 'dark';

const KEY = 'octavo.theme';
const REDOCLY_KEY = 'redoc.colorMode';

export function chosenTheme(): Theme | undefined {
  try {
    const value = localStorage.getItem(KEY);
    return value === 'light' || value === 'dark' ? value : undefined;
  } catch {
    // The browser forbids storage; the system's theme holds.
    return undefined;
  }
}

/** Shows the theme. Redocly's page has it as a class, and remembers it under a key of its own. */
export function showTheme(theme: Theme): void {
  const { classList, dataset } = document.documentElement;
  dataset.theme = theme;
  classList.remove('light', 'dark');
  classList.add(theme);
}

export function chooseTheme(theme: Theme): void {
  showTheme(theme);
  try {
    localStorage.setItem(KEY, theme);
    localStorage.setItem(REDOCLY_KEY, theme);
  } catch {
    // The choice holds for this page only.
  }
}
