// Lists the operators of queries and of the rules of streams: what each takes, whether it may stand alone, and who may use it.

import type { Level } from '../../access/levels.ts';

/** Queries find posts that there are; rules choose posts that come. */
export type Use = 'search' | 'rules';

/** What stands after the colon of an operator. */
export type ValueKind =
  | 'none'
  | 'words'
  | 'user'
  | 'id'
  | 'address'
  | 'context'
  | 'country'
  | 'language'
  | 'circle'
  | 'box'
  | 'range'
  | 'percent';

/** `core`: applications of every level may use it. `advanced`: not those of the levels free and basic. */
type Access = 'core' | 'advanced';

export interface Operator {
  /** As it is written: `from:`, `is:retweet`, `#`; those without a sign have a name of their own. */
  readonly name: string;
  readonly aliases: readonly string[];
  readonly value: ValueKind;
  /** Whether it may stand alone; others only narrow what one of these finds. */
  readonly stands: boolean;
  readonly access: Readonly<Partial<Record<Use, Access>>>;
  readonly negated?: 'always' | 'never' | undefined;
}

type Row = readonly [name: string, value: ValueKind, access: Operator['access'], aliases?: readonly string[]];

const both = { search: 'core', rules: 'core' } as const;
const advanced = { search: 'advanced', rules: 'advanced' } as const;
const rules = { rules: 'core' } as const;

const STANDING: readonly Row[] = [
  ['keyword', 'words', both],
  ['emoji', 'words', both],
  ['phrase', 'words', both],
  ['#', 'words', both],
  ['@', 'user', both],
  ['$', 'words', { search: 'advanced', rules: 'core' }],
  ['from:', 'user', both],
  ['to:', 'user', both],
  ['url:', 'address', both],
  ['retweets_of:', 'user', both, ['retweets_of_user:']],
  ['in_reply_to_tweet_id:', 'id', both, ['in_reply_to_status_id:']],
  ['retweets_of_tweet_id:', 'id', both, ['retweets_of_status_id:']],
  ['quotes_of_tweet_id:', 'id', { search: 'core' }, ['quotes_of_status_id:']],
  ['context:', 'context', both],
  ['entity:', 'words', both],
  ['conversation_id:', 'id', both],
  ['list:', 'id', { search: 'advanced' }],
  ['place:', 'words', advanced],
  ['place_country:', 'country', advanced],
  ['point_radius:', 'circle', advanced],
  ['bounding_box:', 'box', advanced, ['geo_bounding_box:']],
  ['bio:', 'words', rules, ['user_bio:']],
  ['bio_name:', 'words', rules],
  ['bio_location:', 'words', rules, ['user_bio_location:']],
  ['followers_count:', 'range', rules],
  ['tweets_count:', 'range', rules, ['statuses_count:']],
  ['following_count:', 'range', rules, ['friends_count:']],
  ['listed_count:', 'range', rules, ['user_in_lists_count:']],
  ['url_title:', 'words', rules, ['within_url_title:']],
  ['url_description:', 'words', rules, ['within_url_description:']],
  ['url_contains:', 'address', rules],
  ['source:', 'words', rules],
];

const NARROWING: readonly Row[] = [
  ['is:retweet', 'none', both],
  ['is:reply', 'none', both],
  ['is:quote', 'none', both],
  ['is:verified', 'none', both],
  ['is:nullcast', 'none', advanced],
  ['has:hashtags', 'none', both],
  ['has:cashtags', 'none', { search: 'advanced', rules: 'core' }],
  ['has:links', 'none', both],
  ['has:mentions', 'none', both],
  ['has:media', 'none', both, ['has:media_link']],
  ['has:images', 'none', both],
  ['has:video_link', 'none', both, ['has:videos']],
  ['has:geo', 'none', { search: 'advanced', rules: 'core' }],
  ['sample:', 'percent', rules],
  ['lang:', 'language', both],
];

const NEGATED: Readonly<Record<string, Operator['negated']>> = { 'is:nullcast': 'always', 'sample:': 'never' };

const operatorOf =
  (stands: boolean) =>
  ([name, value, access, aliases = []]: Row): Operator => ({ name, value, access, aliases, stands, negated: NEGATED[name] });

export const OPERATORS: readonly Operator[] = [...STANDING.map(operatorOf(true)), ...NARROWING.map(operatorOf(false))];

const byName = new Map(OPERATORS.flatMap((operator) => [operator.name, ...operator.aliases].map((name) => [name, operator] as const)));

/** @param name with its sign or colon, in lower case */
export function operatorNamed(name: string, use: Use): Operator | undefined {
  const found = byName.get(name);
  return found?.access[use] === undefined ? undefined : found;
}

/** Whether an application of a level may use an operator. */
export function mayUse(level: Level, { access }: Operator, use: Use): boolean {
  return access[use] === 'core' || !['free', 'basic'].includes(level);
}
