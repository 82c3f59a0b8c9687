// Uses a page as a reader without a pointer does: moves the focus with Tab, and judges where it goes and whether it is seen.
import type { Locator, Page } from 'playwright-core';

/** Presses of Tab after which something counts as out of reach. */
const MOST = 400;

/** Moves the focus with Tab, or Shift+Tab, until it is on the element. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  // The page takes longer to find an element by its role and name than to move the focus. So it is found once, and again where it is there no more.
  let [found] = await target.elementHandles();
  for (let presses = 0; presses < MOST; presses++) {
    await page.keyboard.press(key);
    if ((await found?.evaluate((element) => element.isConnected && element !== document.activeElement)) === true) continue;
    if (await target.evaluateAll(([element]) => element !== undefined && element === document.activeElement)) return;
    [found] = await target.elementHandles();
  }
  throw new Error(`${MOST} presses of ${key} do not reach ${target}.`);
}

/** Moves the focus to the element, and presses Enter. */
export async function enter(page: Page, target: Locator, key?: 'Tab' | 'Shift+Tab'): Promise<void> {
  await tabTo(page, target, key);
  await page.keyboard.press('Enter');
}

/** What is wrong with the focus when Tab goes through the whole page, from its beginning. Each fault is a sentence. */
export async function tabFaults(page: Page): Promise<readonly string[]> {
  const expected = await page.evaluate(startOfTab);
  const faults = await page.evaluate(orderFaults);
  let repeated = 0;
  let last = -1;
  for (let presses = 0; presses < 3 * expected + 40; presses++) {
    await page.keyboard.press('Tab');
    let stop = await page.evaluate(stopOfTab);
    // An editor marks itself a moment after it has the focus.
    for (let tries = 0; stop.faults.length > 0 && tries < 20; tries++) {
      await page.waitForTimeout(50);
      stop = await page.evaluate(stopOfTab);
    }
    if (stop.index === last) {
      // A control of dates has a stop for each of its parts.
      repeated++;
      if (repeated > 10) return [...faults, `The focus stays on ${stop.name}.`];
      continue;
    }
    repeated = 0;
    if (stop.index === -1 && stop.isPage) {
      if (last !== expected - 1) faults.push(`The focus leaves the page after stop ${last + 1} of ${expected}.`);
      return faults;
    }
    faults.push(...stop.faults);
    // Chromium stops at areas that scroll, too.
    if (stop.index === -1 && stop.scrolls) continue;
    if (stop.index === 0 && last === expected - 1) return faults;
    if (stop.index !== last + 1) faults.push(`Stop ${stop.index + 1}, ${stop.name}, follows stop ${last + 1}.`);
    last = stop.index;
  }
  return [...faults, 'The focus does not come to the end of the page.'];
}

/** What is wrong with the headings and landmarks of a page. */
export async function structureFaults(page: Page): Promise<readonly string[]> {
  return await page.evaluate(() => {
    const faults: string[] = [];
    const seen = (selector: string): Element[] => [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility());
    if (seen('h1').length !== 1) faults.push(`The page has ${seen('h1').length} headings of level 1.`);
    let level = 0;
    for (const heading of seen('h1, h2, h3, h4, h5, h6')) {
      const next = Number(heading.tagName[1]);
      if (next > level + 1) faults.push(`The heading “${heading.textContent?.trim()}” of level ${next} follows one of level ${level}.`);
      level = next;
    }
    for (const selector of ['main', 'header.bar', 'nav[aria-label="Site"]'])
      if (document.querySelectorAll(selector).length !== 1)
        faults.push(`The page has ${document.querySelectorAll(selector).length} ${selector}.`);
    const navigations = seen('nav').map((nav) => nav.getAttribute('aria-label'));
    if (navigations.includes(null) || new Set(navigations).size !== navigations.length)
      faults.push('Two navigations have the same name, or none.');
    return faults;
  });
}

/** In the page: notes all that Tab should stop at, and puts the focus before the first. Returns how many there are. */
function startOfTab(): number {
  const selector = 'a[href], button, input, select, textarea, summary, iframe, [contenteditable="true"], [tabindex]:not(body)';
  // An editor may be in a shadow tree; the page then sees the focus on its host.
  const takesFocus = (element: HTMLElement): boolean =>
    (element.matches(selector) && element.tabIndex >= 0) || element.shadowRoot?.querySelector('[contenteditable="true"]') != null;
  const stops = [...document.querySelectorAll<HTMLElement>('*')].filter(
    (element) => takesFocus(element) && !element.matches(':disabled') && element.checkVisibility({ visibilityProperty: true }),
  );
  // Tab goes on from where something was last clicked or focused: here, from an element before all others, which is gone by then.
  const start = document.createElement('span');
  start.tabIndex = -1;
  document.body.prepend(start);
  start.focus();
  start.remove();
  scrollTo(0, 0);
  (globalThis as { tabStops?: readonly HTMLElement[] }).tabStops = stops;
  return stops.length;
}

/** In the page: stops that stand above, or left of, the stop before them. What stands in a column to the right may begin above. */
function orderFaults(): string[] {
  const { tabStops = [] } = globalThis as { tabStops?: readonly HTMLElement[] };
  const faults: string[] = [];
  const isFixed = (element: Element): boolean => element.closest('.skip') !== null;
  for (const [index, element] of tabStops.entries()) {
    const before = tabStops[index - 1];
    if (before === undefined || isFixed(before)) continue;
    const [a, b] = [before.getBoundingClientRect(), element.getBoundingClientRect()];
    const isAbove = b.bottom <= a.top + 1 && b.left < a.left + a.width / 2;
    const isLeft = b.right <= a.left + 1 && b.bottom <= a.bottom + 4 && b.top < a.bottom && b.bottom > a.top;
    if (isAbove || isLeft)
      faults.push(`${(element.textContent || element.id || element.tagName).trim().slice(0, 40)} stands before the stop before it.`);
  }
  return faults;
}

interface Stop {
  /** Among the noted stops; -1 for others. */
  readonly index: number;
  readonly name: string;
  /** The focus is on no element. */
  readonly isPage: boolean;
  readonly scrolls: boolean;
  readonly faults: readonly string[];
}

/** In the page: what has the focus, whether that is seen, and whether something covers it. */
function stopOfTab(): Stop {
  const { tabStops = [] } = globalThis as { tabStops?: readonly HTMLElement[] };
  const element = document.activeElement;
  if (!(element instanceof HTMLElement) || element === document.body)
    return { index: -1, name: 'the page', isPage: true, scrolls: false, faults: [] };
  const name = `${element.tagName.toLowerCase()} “${(element.getAttribute('aria-label') || element.textContent || element.id).trim().slice(0, 40)}”`;
  const hasOutline = (one: Element | null): boolean => {
    if (one === null) return false;
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
    return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1) || boxShadow.includes('inset');
  };
  const faults: string[] = [];
  // An editor shows the focus around itself.
  const inner = element.shadowRoot?.activeElement?.closest('.cm-editor') ?? null;
  if (!hasOutline(element) && !hasOutline(inner)) faults.push(`The focus on ${name} is not seen.`);
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const [x, y] = [(Math.max(left, 0) + Math.min(right, innerWidth)) / 2, (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2];
  const isInside = right > 0 && left < innerWidth && bottom > 0 && top < innerHeight;
  const at = isInside ? document.elementFromPoint(x, y) : null;
  const isShown = at !== null && (element.contains(at) || at.contains(element) || at.closest('label')?.contains(element) === true);
  if (!isShown) faults.push(`${name} has the focus ${isInside ? 'below something else' : 'outside of the window'}.`);
  const scrolls = element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight;
  return { index: tabStops.indexOf(element), name, isPage: false, scrolls, faults };
}
