// Words of which a living mock makes things that look real: people, places, firms, goods and sentences, all invented but the places.
import type { Random } from '@octavo/runtime/testing';

export interface Person {
  readonly first: string;
  readonly last: string;
}

/** What belongs together of an address. */
export interface Place {
  readonly street: string;
  readonly city: string;
  readonly region: string;
  readonly postcode: string;
  readonly country: string;
  /** Two letters (ISO 3166-1). */
  readonly code: string;
  readonly currency: string;
  readonly zone: string;
  readonly latitude: number;
  readonly longitude: number;
}

export interface Words {
  /** Where they come from, as the end of a sentence; absent for those of Octavo. */
  readonly from?: string;
  /** Called before a world is made, so that the same seed gives the same words. */
  begin(seed: number): void;
  person(random: Random): Person;
  place(random: Random): Place;
  company(random: Random): string;
  product(random: Random): string;
  /** The title of a book, a song or a task. */
  title(random: Random): string;
  job(random: Random): string;
  /** What is written about a thing. */
  description(random: Random): string;
  /** What people write to each other. */
  sentence(random: Random): string;
  word(random: Random): string;
}

export const ownWords: Words = {
  begin: () => {},
  person: (random) => ({ first: of(FIRST, random), last: of(LAST, random) }),
  place: (random) => {
    const [city = '', region = '', postcode = '', country = '', code = '', currency = '', zone = '', latitude = 0, longitude = 0] =
      random.pick(PLACES) ?? [];
    const street = `${random.integer(1, 180)} ${of(STREETS, random)}`;
    return { street, city, region, postcode, country, code, currency, zone, latitude, longitude };
  },
  company: (random) => `${of(LAST, random)} ${of(FIRMS, random)}`,
  product: (random) => `${of(QUALITIES, random)} ${of(GOODS, random)}`,
  title: (random) => `${of(QUALITIES, random)} ${of(NOUNS, random)}`,
  job: (random) => of(JOBS, random),
  description: (random) => of(DESCRIPTIONS, random),
  sentence: (random) => of(SENTENCES, random),
  word: (random) => of(NOUNS, random).toLowerCase(),
};

function of(list: readonly string[], random: Random): string {
  return random.pick(list) ?? '';
}

/** A list of words, divided by commas. */
function list(text: string): readonly string[] {
  return text.split(',').map((word) => word.trim());
}

const FIRST = list(
  'Ana, Ben, Chloe, Dario, Elif, Finn, Greta, Hugo, Ines, Jonas, Kaya, Leon, Mira, Noor, Oskar, Petra, Quentin, Rosa, Samir, Tess, Uma, Victor, Wanda, Yusuf, Zoe, Aisha, Bruno, Carla, Emil, Freya, Ivan, Julia, Kenji, Lena, Marco, Nadia, Omar, Priya, Rafael, Sofia',
);
const LAST = list(
  'Almeida, Berg, Costa, Dahl, Evans, Fischer, Gallo, Holm, Ito, Jensen, Kaya, Lund, Moreau, Novak, Okafor, Petit, Quist, Rossi, Silva, Tanaka, Usman, Vogel, Weber, Yilmaz, Ziegler, Adler, Brandt, Clarke, Duarte, Eriksen, Farah, Grant, Hansen, Iyer, Jonker, Keller, Laurent, Meyer, Nilsen, Ortega',
);
const STREETS = list(
  'Harbour Street, Mill Lane, Station Road, Church Hill, Garden Row, Bridge Street, Market Square, Orchard Way, River Walk, Castle Street, Lantern Street, North Quay',
);
const FIRMS = list('Ltd, & Sons, Group, Works, Partners, Trading, Studio, Supplies, Foods, Logistics');
const QUALITIES = list(
  'Quiet, Blue, Little, Northern, Golden, Open, Silver, Early, Bright, Old, Green, Long, Hidden, Warm, First, Paper, Light, Winter, Broad, Clear, Red, Wooden, Swift, High, Round, Plain, Copper, Salt, Amber, Wild',
);
const NOUNS = list(
  'Harbour, Garden, Lantern, Bridge, Morning, River, Orchard, Letter, Island, Window, Compass, Station, Meadow, Mirror, Voyage, Kitchen, Library, Mountain, Ferry, Signal, Market, Forest, Journey, Anchor, Clock, Square, Door, Shore, Field, Atlas',
);
const GOODS = list(
  'Desk Lamp, Backpack, Water Bottle, Notebook, Wool Scarf, Coffee Mug, Kettle, Headphones, Wall Clock, Blanket, Garden Chair, Bicycle Bell, Teapot, Rain Jacket, Bookshelf, Keyboard, Umbrella, Cutting Board, Candle, Picture Frame',
);
const JOBS = list(
  'Accountant, Architect, Baker, Carpenter, Designer, Editor, Electrician, Engineer, Librarian, Nurse, Office Manager, Photographer, Project Manager, Researcher, Sales Manager, Teacher',
);
const DESCRIPTIONS = [
  'Made by hand in a small workshop near the coast.',
  'A good choice for small rooms and short evenings.',
  'Simple, quiet, and ready in a minute.',
  'Well known for its view over the old harbour.',
  'A first step for those who are new to this.',
  'Small enough for a bag, and strong enough for every day.',
  'Begun in spring, and better with every year.',
  'With everything that is needed, and nothing that is not.',
  'Quieter than it looks, and open all year.',
  'Chosen by many who looked for something that lasts.',
];
const SENTENCES = [
  'Everything arrived in good order and a day early.',
  'Please ring twice, since the bell is quiet.',
  'The new version is easier to use than the last one.',
  'We agreed to look at it again next week.',
  'The meeting moves to the room on the second floor.',
  'The parcel is with the neighbour on the left.',
  'It works well, although the colour is darker than in the picture.',
  'Bring a jacket: it is windy by the water.',
  'The first part is done, and the second one begins on Monday.',
  'The door was locked, so we will try again tomorrow.',
];

type Row = readonly [
  city: string,
  region: string,
  postcode: string,
  country: string,
  code: string,
  currency: string,
  zone: string,
  latitude: number,
  longitude: number,
];

const PLACES: readonly Row[] = [
  ['Lisbon', 'Lisbon', '1100-148', 'Portugal', 'PT', 'EUR', 'Europe/Lisbon', 38.7223, -9.1393],
  ['Porto', 'Porto', '4000-322', 'Portugal', 'PT', 'EUR', 'Europe/Lisbon', 41.1579, -8.6291],
  ['Bergen', 'Vestland', '5003', 'Norway', 'NO', 'NOK', 'Europe/Oslo', 60.3913, 5.3221],
  ['Hamburg', 'Hamburg', '20095', 'Germany', 'DE', 'EUR', 'Europe/Berlin', 53.5511, 9.9937],
  ['Leipzig', 'Saxony', '04109', 'Germany', 'DE', 'EUR', 'Europe/Berlin', 51.3397, 12.3731],
  ['Lyon', 'Auvergne-Rhône-Alpes', '69002', 'France', 'FR', 'EUR', 'Europe/Paris', 45.764, 4.8357],
  ['Bristol', 'England', 'BS1 4DJ', 'United Kingdom', 'GB', 'GBP', 'Europe/London', 51.4545, -2.5879],
  ['Edinburgh', 'Scotland', 'EH1 1YZ', 'United Kingdom', 'GB', 'GBP', 'Europe/London', 55.9533, -3.1883],
  ['Utrecht', 'Utrecht', '3511 CE', 'Netherlands', 'NL', 'EUR', 'Europe/Amsterdam', 52.0907, 5.1214],
  ['Turin', 'Piedmont', '10121', 'Italy', 'IT', 'EUR', 'Europe/Rome', 45.0703, 7.6869],
  ['Valencia', 'Valencia', '46002', 'Spain', 'ES', 'EUR', 'Europe/Madrid', 39.4699, -0.3763],
  ['Gdansk', 'Pomerania', '80-831', 'Poland', 'PL', 'PLN', 'Europe/Warsaw', 54.352, 18.6466],
  ['Izmir', 'Izmir', '35250', 'Turkey', 'TR', 'TRY', 'Europe/Istanbul', 38.4237, 27.1428],
  ['Kyoto', 'Kyoto', '600-8216', 'Japan', 'JP', 'JPY', 'Asia/Tokyo', 35.0116, 135.7681],
  ['Pune', 'Maharashtra', '411001', 'India', 'IN', 'INR', 'Asia/Kolkata', 18.5204, 73.8567],
  ['Portland', 'Oregon', '97205', 'United States', 'US', 'USD', 'America/Los_Angeles', 45.5152, -122.6784],
  ['Boston', 'Massachusetts', '02108', 'United States', 'US', 'USD', 'America/New_York', 42.3601, -71.0589],
  ['Halifax', 'Nova Scotia', 'B3J 1S9', 'Canada', 'CA', 'CAD', 'America/Halifax', 44.6488, -63.5752],
  ['Recife', 'Pernambuco', '50030-150', 'Brazil', 'BR', 'BRL', 'America/Recife', -8.0476, -34.877],
  ['Mombasa', 'Mombasa', '80100', 'Kenya', 'KE', 'KES', 'Africa/Nairobi', -4.0435, 39.6682],
];
