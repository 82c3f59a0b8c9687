// Makes the document of an email for a frame that can do nothing: it runs no script, sends no form, leads nowhere, and loads pictures only on demand.

/** What loads something before its policy counts, leads elsewhere, or holds what this function would not see. */
const REMOVED = 'script, base, meta, link, template, iframe, frame, frameset, object, embed, portal, fencedframe';

/** As mail programs do it: a white page, whatever the theme is, since emails are written for one. */
const STYLE =
  'html{background:#fff;color:#111;color-scheme:light}body{margin:16px;font:15px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}img{max-width:100%;height:auto}';

interface EmailDocument {
  /** The text of `srcdoc`. */
  readonly document: string;
  /** Whether something of it would come by https, such as a picture. */
  readonly hasPictures: boolean;
}

/**
 * The frame must have the attribute `sandbox` without any permission. The policy of the page counts in it too.
 * @param html anybody's
 * @param loads whether pictures may come by https
 */
export function emailDocument(html: string, loads: boolean): EmailDocument {
  // A document of the parser loads nothing and runs nothing.
  const email = new DOMParser().parseFromString(html, 'text/html');
  for (const element of email.querySelectorAll(REMOVED)) element.remove();
  // Links go where `base` says: to a new window, which the sandbox refuses.
  for (const element of email.querySelectorAll('[target]')) element.removeAttribute('target');
  const hasPictures = /https:/i.test(
    [...email.querySelectorAll('[src], [srcset], [background], [style], style, image')].map(textOf).join(),
  );
  email.head.prepend(...headOf(email, loads));
  return { document: `<!doctype html>${email.documentElement.outerHTML}`, hasPictures };
}

/** The attributes of an element, and the text of a style. */
function textOf(element: Element): string {
  const values = [...element.attributes].filter(({ name }) => name !== 'href' || element.localName === 'image').map(({ value }) => value);
  return [...values, element.localName === 'style' ? element.textContent : ''].join();
}

function headOf(email: Document, loads: boolean): readonly HTMLElement[] {
  const element = (name: string, attributes: Readonly<Record<string, string>>, text = ''): HTMLElement => {
    const made = email.createElement(name);
    for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
    made.textContent = text;
    return made;
  };
  const policy = `default-src 'none'; style-src 'unsafe-inline'; img-src data:${loads ? ' https:' : ''}; form-action 'none'`;
  return [
    element('meta', { charset: 'utf-8' }),
    element('meta', { 'http-equiv': 'Content-Security-Policy', content: policy }),
    // Otherwise a browser may look up the names of the hosts that links lead to.
    element('meta', { 'http-equiv': 'x-dns-prefetch-control', content: 'off' }),
    element('meta', { name: 'referrer', content: 'no-referrer' }),
    element('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    element('base', { target: '_blank' }),
    element('style', {}, STYLE),
  ];
}
