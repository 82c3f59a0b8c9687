// What settling one operation leaves for the next: schemas and places that were warned of, bodies with files, and the events of streams.
import type { Problems } from '../../problem.ts';
import type { Schema } from '../schema/schema.ts';
import type { BodyFiles } from './body-files.ts';
import type { KnownEvents } from './event-items.ts';
import type { RefusedMedia } from './refused-media.ts';

export interface Settling {
  readonly problems: Problems;
  /** Schemas that a warning is already about. */
  readonly warned: Set<Schema>;
  readonly files: BodyFiles;
  readonly events: KnownEvents;
  /** Places that a warning is already about: operations share bodies. */
  readonly warnedPlaces: Set<string>;
  readonly refused: RefusedMedia;
}
