// Where the values of a converted document stand in the documents of Swagger 2.0 that they were made of.
import type { Location, Source } from '../../base/problem.ts';
import type { Json } from '../description.ts';
import { child, joinPointer, pointerTokens } from '../pointer.ts';
import type { Document } from '../references/library.ts';
import { setWritten } from '../text/position.ts';

/** A value in a document of Swagger 2.0. */
export interface Place {
  readonly document: Document;
  readonly pointer: string;
}

interface Origin {
  readonly place: Place;
  /** Members that do not stand in the object of the place under their own names. */
  readonly members: Readonly<Record<string, Place>>;
}

export function below(place: Place, ...tokens: readonly (string | number)[]): Place {
  return { document: place.document, pointer: joinPointer(place.pointer, ...tokens) };
}

/** An object without an entry stands in the object around it, under its own name. */
export class Places {
  readonly #origins = new WeakMap<object, Origin>();

  /** Records where an object or array was made of, and returns it. */
  mark<T extends object>(made: T, place: Place, members: Readonly<Record<string, Place>> = {}): T {
    this.#origins.set(made, { place, members });
    return made;
  }

  /** The place of what a pointer leads to in a converted document, or of its key. Where a value is gone, its name is the way on. */
  find(root: Json, pointer: string, start: Place, at: 'key' | 'value' = 'value'): Place {
    let place = start;
    let named = start;
    let value: Json | undefined = root;
    for (const token of pointerTokens(pointer)) {
      named = this.#memberOf(value, token, place);
      value = value === undefined ? undefined : child(value, token);
      place = this.#placeOf(value) ?? named;
    }
    return at === 'key' ? named : place;
  }

  /** For each place in a document, the pointer of what it has become; the first, where it has become several values. */
  pointersFrom(document: Document, root: Json): ReadonlyMap<string, string> {
    const pointers = new Map<string, string>();
    const visit = (value: Json, pointer: string, around: Place): void => {
      const place = this.#placeOf(value) ?? around;
      if (place.document === document && !pointers.has(place.pointer)) pointers.set(place.pointer, pointer);
      if (typeof value !== 'object' || value === null) return;
      for (const [key, member] of inOrder(value, pointer)) {
        if (typeof member !== 'object' || member === null) continue;
        visit(member as Json, joinPointer(pointer, key), this.#memberOf(value, key, place));
      }
    };
    visit(root, '', { document, pointer: '' });
    return pointers;
  }

  #placeOf(value: Json | undefined): Place | undefined {
    return typeof value === 'object' && value !== null ? this.#origins.get(value)?.place : undefined;
  }

  #memberOf(holder: Json | undefined, key: string, around: Place): Place {
    const members = typeof holder === 'object' && holder !== null ? this.#origins.get(holder)?.members : undefined;
    return members !== undefined && Object.hasOwn(members, key) ? (members[key] as Place) : below(around, key);
  }
}

/** The components first: what they have may be written out in operations as well. */
function inOrder(value: object, pointer: string): [string, unknown][] {
  const members = Object.entries(value);
  return pointer === '' ? members.sort(([left], [right]) => Number(right === 'components') - Number(left === 'components')) : members;
}

/** A source whose value was converted: the text is the same, and a location in the value leads to one in the text. */
export function convertedSource({ source }: Document, placeOf: (pointer: string, at: Location['at']) => Place): Source {
  const made = { ...source };
  setWritten(made, (location) => {
    const { document, pointer } = placeOf(location.pointer, location.at);
    return { ...location, source: document.source, pointer };
  });
  return made;
}
