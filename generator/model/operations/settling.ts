// Declares the state that operations share while they are settled: schemas and places with a warning, bodies with files, and the events of streams.
import type { Problems } from '../../base/problem.ts';
import type { DocumentNode } from '../document-node.ts';
import type { Schema } from '../schema/schema.ts';
import type { DeepObjectLists, Parameter } from '../service.ts';
import type { BodyFiles } from './bodies/body-files.ts';
import type { KnownEvents } from './bodies/event-items.ts';
import type { RefusedMedia } from './bodies/refused-media.ts';
import type { XmlShapes } from './bodies/xml-shape.ts';

export interface Settling {
  readonly problems: Problems;
  /** Schemas that already have a warning. */
  readonly warned: Set<Schema>;
  readonly files: BodyFiles;
  readonly events: KnownEvents;
  /** Locations that already have a warning, since operations share bodies. */
  readonly warnedPlaces: Set<string>;
  readonly refused: RefusedMedia;
  /** How clients write lists in the style `deepObject`. Absent: numbered. */
  readonly deepObjectLists?: DeepObjectLists;
  /** Whether clients write null in a query as the text `null`, or leave it out. Default: `absent`. */
  readonly queryNulls?: 'absent' | 'text';
  /** Whether servers fill in the defaults of parameters. Default: `apply`. */
  readonly parameterDefaults?: 'apply' | 'ignore';
  readonly xml: XmlShapes;
  /** The name in code of a parameter; `undefined` where it is that of the document. */
  readonly nameParameter: (parameter: Pick<Parameter, 'in' | 'name' | 'location'>, node: DocumentNode) => string | undefined;
}
