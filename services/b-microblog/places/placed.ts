// Says in the columns of a place where it is.

import { type Box, inDegrees, type Point } from '../rules/globe.ts';
import type { PlaceRow } from './tables.ts';

type Placed = Pick<PlaceRow, 'box' | 'west' | 'south' | 'east' | 'north'>;

export function placedIn([west, south, east, north]: Box): Placed {
  return { box: [west, south, east, north], west, south, east, north };
}

/** @param half half the width and half the height of its box, in degrees; absent: it is a point */
export function placedAt([latitude, longitude]: Point, [wide, high]: readonly [number, number] = [0, 0]): Placed {
  return placedIn([inDegrees(longitude - wide), inDegrees(latitude - high), inDegrees(longitude + wide), inDegrees(latitude + high)]);
}
