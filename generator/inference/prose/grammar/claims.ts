// Brings a sentence that refuses something to one that says what must be: `400 if the end is before the start` to
// `the end may not be before the start`.
import { membersPlainOf } from './plain.ts';

const STATUS = '(?:http )?(?:status |code |error )*4\\d\\d\\b(?:[ -](?!if\\b|when\\b|unless\\b|once\\b|and\\b|or\\b)[\\w-]+){0,3}';
const FAILS =
  '(?:(?:the|this|your|such an?|an?|each) )?(?:\\w+ )?(?:(?:call|request|operation|order|booking|action|it|this|create|update|change)s? )?(?:(?:then )?fails?|is (?:refused|rejected|denied|invalid|not accepted)|are (?:refused|rejected|denied|invalid|not accepted))';
/** A clause that says no more than that a request is refused. */
const REFUSAL = new RegExp(
  `^(?:(?:(?:it|this|the \\w+|which|will|and|then|also) )*(?:returns?|gives?|responds? with|answers?(?: with)?|results? in|raises?|throws?|causes?|leads? to|yields?|fails? with|rejected with|refused with) )?(?:an? |the )?(?:${STATUS}|(?:conflict|error|bad request)(?: error)?)(?: is returned| is raised| is thrown| error| is the answer| follows)?$|^${FAILS}(?: with (?:an? )?${STATUS}| with an error)?$|^(?:it is |this is )?(?:not (?:allowed|permitted|possible|accepted)|forbidden|refused|rejected|an error|invalid)$`,
  'i',
);
/** What follows a thing that is refused. */
const REFUSED = new RegExp(
  ` (?:is|are|will be|gets?|be|leads? to|results? in|causes?|gives?|returns?|fails? with)(?: always)? (?:an? )?(?:${STATUS}|refused|rejected|denied|an error|errors?|invalid|forbidden|prohibited|not (?:allowed|permitted|possible|accepted|valid|supported))(?: (?:with|by) (?:an? )?(?:${STATUS}|error))?$| (?:fails?)(?: with (?:an? )?${STATUS})?$`,
  'i',
);

/** A clause, and whether it may be so or must be so. */
interface Situation {
  readonly clause: string;
  readonly isWanted: boolean;
}

/** What a sentence refuses, or asks for; `undefined` where it is no refusal. `status`: that of the response which the sentence describes. */
function situationIn(plain: string, status = ''): Situation | undefined {
  const bare = plain
    .replace(/\s*\((?:otherwise |else |→ )?(?:an? )?`?4\d\d[^)]*\)/g, '')
    .replace(/[,:]? (?:otherwise|or else)(?:,| an?|:)? ?4\d\d\b.*$/i, '');
  const ahead = /^(?:if|when|should) (.+?), (?:then )?(.+)$/i.exec(bare);
  if (ahead !== null && REFUSAL.test(ahead[2] ?? ''))
    return unwanted((ahead[1] ?? '').replace(/^(it|they|this|the \w+(?: \w+)?) be\b/i, '$1 is'));
  const behind = /^(.+?),? (?:if|when|because|where|once|in case) (.+)$/i.exec(bare);
  if (behind !== null && REFUSAL.test(behind[1] ?? '')) return unwanted(behind[2] ?? '');
  const unless = /^(.+?) unless (.+)$/i.exec(bare);
  if (unless !== null && REFUSAL.test(unless[1] ?? '')) return { clause: unless[2] ?? '', isWanted: true };
  const refused = REFUSED.exec(bare);
  if (refused !== null && !/^(?:it|this|that|they|only|other|others|anything|everything|the request)\b/i.test(bare) && !/, /.test(bare)) {
    const clause = bare.slice(0, refused.index);
    const only = /^only (.+)$/i.exec(clause);
    return only === null ? unwanted(clause) : undefined;
  }
  const none = /^no (?!one\b)(.+?) (?:can|may|must|is allowed to|are allowed to) (.+)$/i.exec(bare);
  if (none !== null) return unwanted(`a ${none[1]} ${none[2]?.replace(/^be\b/i, 'is')}`);
  const only = /^only (.+?) (?:is|are|can be) (?:allowed|accepted|permitted|valid|possible|used|given)$/i.exec(bare);
  if (only !== null) return { clause: `it is ${only[1]}`, isWanted: true };
  return /^4\d\d$/.test(status) && !/\b(?:must|can|may|only|if|when|unless|either|at least|at most)\b/i.test(bare)
    ? unwanted(bare)
    : undefined;
}

function unwanted(clause: string): Situation | undefined {
  // Two things at once may be refused where one is not.
  return /\b(?:and|but|or)\b[^,]*\b(?:is|are|has|have)\b/i.test(clause) || /\b(?:if|when|unless|while)\b/i.test(clause)
    ? undefined
    : { clause, isWanted: false };
}

const VERB =
  /\b(exceed|contain|precede|follow|span|have|appear|include|share|match|equal|consist|differ)(?:e?s)?\b|\b(last|take|run|repeat|lie|start|end|come|list|name)s\b|\b(has)\b/i;

/** The words before which a thing ends and what is said of it begins, where no verb stands between: `an end before the start`. */
const GROUND =
  /(?:^|\s)(?=(?:(?:that|which) (?:is|are) )?(?:before|after|above|below|beyond|over|under|in the|from the|at or|on or|(?:earlier|later|longer|shorter|greater|less|more|fewer|larger|smaller|higher|lower) than|exceeding|set in)\b)/i;

/** A sentence in plain words; a refusal as one that says what must be, or may not be. */
export function claimIn(text: string, status = ''): string {
  const plain = membersPlainOf(text);
  const situation = situationIn(plain, status);
  return situation === undefined ? plain : asRule(situation);
}

function asRule({ clause, isWanted }: Situation): string {
  const denied = /\b(?:(?:is|are)(?: not)(?: yet)?|(?:does|do) not)\b/i.exec(clause);
  const must = isWanted === (denied === null) ? 'must' : 'may not';
  if (denied !== null) return clause.replace(denied[0], /^do/i.test(denied[0]) ? must : `${must} be`);
  const being = /(?<!\b(?:that|which|who|what) )\b(?:is|are|was|were)\b/i.exec(clause);
  if (being !== null) return clause.replace(being[0], `${must} be`);
  const ground = GROUND.exec(clause);
  const verb = VERB.exec(clause);
  if (verb !== null && verb.index > 0 && (ground === null || verb.index < ground.index))
    return clause.replace(verb[0], `${must} ${(verb[1] ?? verb[2] ?? 'have').toLowerCase()}`);
  if (ground === null) return `${must} be ${clause}`;
  const said = clause
    .slice(ground.index)
    .trimStart()
    .replace(/^(?:(?:that|which) (?:is|are) )?(?:set )?/i, '');
  return `${clause.slice(0, ground.index) || 'it'} ${must} be ${said.replace(/^exceeding\b/i, 'more than')}`;
}
