// Measures on a globe: how far apart two points are, and how far a point is from a box of degrees.

export type Point = readonly [latitude: number, longitude: number];

/** West, south, east and north, in degrees. */
export type Box = readonly [west: number, south: number, east: number, north: number];

const RADIANS = Math.PI / 180;
const RADIUS = 6_371_009;
const METRES_IN_DEGREE = RADIUS * RADIANS;

/** Metres between two points, by the haversine. */
export function metresBetween([latitude, longitude]: Point, other: Point): number {
  const [north, east] = [(other[0] - latitude) * RADIANS, (other[1] - longitude) * RADIANS];
  const half = Math.sin(north / 2) ** 2 + Math.cos(latitude * RADIANS) * Math.cos(other[0] * RADIANS) * Math.sin(east / 2) ** 2;
  return 2 * RADIUS * Math.asin(Math.min(1, Math.sqrt(half)));
}

/** Metres from a point to a box; 0 where the box contains it. */
export function metresTo([west, south, east, north]: Box, point: Point): number {
  return metresBetween(point, [between(point[0], south, north), between(point[1], west, east)]);
}

function between(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

export function centreOf([west, south, east, north]: Box): Point {
  return [inDegrees((south + north) / 2), inDegrees((west + east) / 2)];
}

/** Degrees without what binary fractions add. */
export function inDegrees(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

/** The box that holds all points within a radius. */
export function boxAround([latitude, longitude]: Point, metres: number): Box {
  const high = metres / METRES_IN_DEGREE;
  // Near a pole, a small circle has all longitudes.
  const wide = Math.min(180, high / Math.max(1e-9, Math.cos(latitude * RADIANS)));
  return [longitude - wide, latitude - high, longitude + wide, latitude + high];
}
