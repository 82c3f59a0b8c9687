// Finds what is wrong with the layout of a page as it is shown: what scrolls sideways, is cut off, broken or lies on something else.
import type { Page } from 'playwright-core';

/**
 * Sentences, each with the element; empty if nothing. It looks into shadow trees, and at what is rendered: not at menus and details that are closed.
 */
export async function layoutFaults(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    /** A pixel of rounding, and the room that letters take beyond their lines. */
    const SLACK = 2;
    const found = new Set<string>();
    const nameOf = (element: Element): string => {
      const classes = element.getAttribute('class') ?? '';
      return `<${element.localName}${classes === '' ? '' : ` class="${classes.slice(0, 60)}"`}> ${JSON.stringify((element.textContent ?? '').trim().slice(0, 50))}`;
    };
    const all = (root: Document | ShadowRoot): Element[] =>
      [...root.querySelectorAll('*')].flatMap((element) => [element, ...(element.shadowRoot === null ? [] : all(element.shadowRoot))]);
    const parentOf = (element: Element): Element | null => {
      const root = element.getRootNode();
      return element.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
    };
    const upFrom = (element: Element): Element[] => {
      const parent = parentOf(element);
      return parent === null ? [] : [parent, ...upFrom(parent)];
    };
    const isHidden = (element: Element): boolean =>
      !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ||
      [element, ...upFrom(element)].some((one) => {
        const { clipPath, clip } = getComputedStyle(one);
        return clipPath === 'inset(50%)' || clip.startsWith('rect(');
      });
    const ownText = (element: Element): boolean =>
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== '');
    const scrolls = (element: Element): boolean => /auto|scroll/.test(getComputedStyle(element).overflowX);
    /**
     * What is on a layer of its own, such as a bar that stays: it may lie on what scrolls below it. A section of Redocly's page is one: while
     * sections above are added, they lie on those below until their heights are known.
     */
    const layerOf = (element: Element): Element | undefined =>
      [element, ...upFrom(element)].find(
        (one) => /fixed|sticky|absolute/.test(getComputedStyle(one).position) || one.matches('dialog, [popover], [data-item-kind]'),
      );

    /** Without what is scrolled out of sight in an element above. */
    const shownBoxes = (element: Element): { left: number; right: number; top: number; bottom: number }[] => {
      const frames = upFrom(element)
        .filter((one) => one !== document.documentElement && one !== document.body && getComputedStyle(one).overflowY !== 'visible')
        .map((one) => one.getBoundingClientRect());
      return [...element.getClientRects()].map((box) => ({
        left: Math.max(box.left, ...frames.map(({ left }) => left)),
        right: Math.min(box.right, ...frames.map(({ right }) => right)),
        top: Math.max(box.top, ...frames.map(({ top }) => top)),
        bottom: Math.min(box.bottom, ...frames.map(({ bottom }) => bottom)),
      }));
    };

    const excess = document.documentElement.scrollWidth - window.innerWidth;
    if (excess > 0) found.add(`the page scrolls sideways by ${excess} pixels`);
    const shown = all(document).filter((element) => !(element instanceof SVGElement) && !isHidden(element));
    for (const element of shown) {
      const { overflowX, overflowY, textOverflow } = getComputedStyle(element);
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
      // A field scrolls with its caret.
      if (clientWidth === 0 || element.matches('input')) continue;
      const isCut = /hidden|clip/.test(overflowX) && textOverflow !== 'ellipsis' && scrollWidth > clientWidth + SLACK;
      if (isCut) found.add(`${nameOf(element)} is cut off: it is ${clientWidth} of ${scrollWidth} pixels wide`);
      const isLow = /hidden|clip/.test(overflowY) && textOverflow !== 'ellipsis' && scrollHeight > clientHeight + 2 * SLACK;
      if (isLow) found.add(`${nameOf(element)} is cut off: it is ${clientHeight} of ${scrollHeight} pixels high`);
    }
    const texts = shown.filter(ownText);
    for (const element of texts) {
      const { left, right } = element.getBoundingClientRect();
      const isOut = right > window.innerWidth + SLACK || left < -SLACK;
      if (isOut && !upFrom(element).some(scrolls)) found.add(`${nameOf(element)} stands out of the window, from ${left} to ${right}`);
    }
    for (const node of texts.filter((element) => element.matches('button, .badge, summary')).flatMap(({ childNodes }) => [...childNodes])) {
      if (node.nodeType !== Node.TEXT_NODE) continue;
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(/\p{L}+/gu)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const rows = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (rows.size > 1) found.add(`the word ${JSON.stringify(word)} of a button or mark is broken`);
      }
    }
    const lines = [...new Set([...texts, ...shown.filter((element) => element.matches('button, input, select, textarea, summary'))])].map(
      (element) => ({ element, boxes: shownBoxes(element), layer: layerOf(element) }),
    );
    for (const [index, one] of lines.entries()) {
      for (const other of lines.slice(index + 1)) {
        if (one.layer !== other.layer || one.element.contains(other.element) || other.element.contains(one.element)) continue;
        if (upFrom(one.element).includes(other.element) || upFrom(other.element).includes(one.element)) continue;
        const lies = one.boxes.some((a) =>
          other.boxes.some(
            (b) =>
              Math.min(a.right, b.right) - Math.max(a.left, b.left) > SLACK &&
              Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2 * SLACK,
          ),
        );
        if (lies) found.add(`${nameOf(one.element)} lies on ${nameOf(other.element)}`);
      }
    }
    return [...found].slice(0, 20);
  });
}
