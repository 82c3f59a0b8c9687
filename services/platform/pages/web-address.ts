// Says which addresses of callers a service keeps: those that a page may link.

/** Whether a text is an http or https URL; a link to `javascript:` would run in the page, and nothing can be sent to `ftp:`. */
export function isWebAddress(text: string): boolean {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? '');
}
