// Parses XML text into a tree of elements, on the optional peer `saxes`: strict, with namespaces, without document types and entities of its own.
import { ConfigurationError, SyntaxFault } from '../contract/errors.ts';

export interface XmlElement {
  readonly local: string;
  /** `''` for no namespace. */
  readonly uri: string;
  readonly attributes: readonly XmlAttribute[];
  readonly children: XmlElement[];
  /** All text in it, CDATA too, without that of its children. */
  text: string;
}

interface XmlAttribute {
  readonly local: string;
  readonly uri: string;
  readonly value: string;
}

/** How deep elements may be nested. */
export const MAX_DEPTH = 200;
/** How many attributes an element may have, namespace declarations included. */
const MAX_ATTRIBUTES = 1000;

/**
 * @throws {SyntaxFault} for text that is not well-formed, has a document type declaration, or is nested too deeply.
 * @throws {ConfigurationError} where the package is not installed.
 */
export async function parseXml(text: string): Promise<XmlElement> {
  const { SaxesParser } = await loadParser();
  const parser = new SaxesParser({ xmlns: true, position: false, defaultXMLVersion: '1.0', forceXMLVersion: true });
  const open: XmlElement[] = [];
  let root: XmlElement | undefined;
  let attributes = 0;
  const refuse = (reason: string): never => {
    throw new SyntaxFault(reason);
  };
  parser.on('error', () => refuse('is not well-formed XML'));
  parser.on('doctype', () => refuse('has a document type declaration, which is not allowed'));
  parser.on('opentagstart', () => {
    attributes = 0;
    if (open.length >= MAX_DEPTH) refuse(`is nested more than ${MAX_DEPTH} levels deep`);
  });
  parser.on('attribute', () => {
    if (++attributes > MAX_ATTRIBUTES) refuse(`has an element with more than ${MAX_ATTRIBUTES} attributes`);
  });
  parser.on('opentag', (tag) => {
    const own = Object.values(tag.attributes).map(({ local, uri, value }) => ({ local, uri, value }));
    const element: XmlElement = { local: tag.local, uri: tag.uri, attributes: own, children: [], text: '' };
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  });
  parser.on('closetag', () => {
    open.pop();
  });
  const addText = (part: string): void => {
    const element = open.at(-1);
    if (element !== undefined) element.text += part;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.write(text).close();
  return root ?? refuse('has no element');
}

async function loadParser(): Promise<typeof import('saxes')> {
  try {
    return await import('saxes');
  } catch (cause) {
    throw new ConfigurationError('XML is read with the package saxes, which is not installed: run `npm install saxes`.', undefined, {
      cause,
    });
  }
}
