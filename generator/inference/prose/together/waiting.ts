// Reads that what waits moves up once something becomes free: `The first booking on the waiting list is confirmed`.
import { sentencesIn } from '../sentences.ts';
import { namesIn, wordsOf } from '../words.ts';

/** How the first one that waits gets what has become free, and the states of those that wait. */
export interface MovingUp {
  readonly quote: string;
  readonly waiting: readonly string[];
  /** The states that it may come into; empty: any other. */
  readonly to: readonly string[];
}

const WAITING = /^(?:wait|queue|stand-?by$|pending$|on[_ -]?hold$)/i;
const LINE = '(?:wait(?:s|ing|ed|ing[ -]?list|list(?:ed)?)?|queues?|queued|stand-?by(?: list)?|in line|on hold)';
const FIRST = '(?:first|next|longest|oldest|earliest|topmost|foremost|head)';
const GETS =
  '(?:is|are|gets?|becomes?|moves?(?: up)?|takes?|receives?|comes?|advances?|is (?:promoted|moved)|turns?|inherits?|goes|follows?|fills?)';

/** What has to be so, and is so where something has been given up: `If a seat becomes free by this`. */
const FREED =
  /\b(?:if|when|whenever|once|as soon as|where)\s+(?:this|that|it|an?|the|its|one)\b[^,.;]*?\b(?:free|available|vacant|freed|released|open|frees?(?: up)?|releases?)\b[^,.;]*/gi;
/** That is still so for what was accepted: `whose member still has enough credits`. */
const STILL = /\b(?:whose|who|that|which)\b[^,.;]*?\bstill\b[^,.;]*?(?=\s(?:is|gets|becomes|moves|takes|receives)\b|[,.;]|$)/gi;
const CONDITION =
  /\b(?:if|when|whenever|unless|until|before|provided|may|might|can|could|should|must|only|except|some|optionally|eventually|manually|not|never|nobody|no one|nothing|none)\b/i;

/** The sentence of an operation by which the first thing that waits comes into another state. */
export function movesUpIn(text: string, states: readonly string[]): MovingUp | undefined {
  const waiting = states.filter((state) => WAITING.test(wordsOf(state).join(' ')));
  if (waiting.length === 0) return undefined;
  for (const quote of sentencesIn(text)) {
    const said = quote.replace(FREED, ' ').replace(STILL, ' ');
    const forms = [
      `\\b${FIRST}\\b[^.;]*\\b${LINE}\\b[^.;]*?\\b${GETS}\\b`,
      `\\b${LINE}\\s+(?:the\\s+)?${FIRST}\\b[^.;]*?\\b${GETS}\\b`,
      `\\b(?:confirms|promotes|moves|accepts|admits)\\s+(?:the\\s+)?${FIRST}\\b[^.;]*\\b${LINE}\\b`,
    ];
    if (CONDITION.test(said) || !forms.some((form) => new RegExp(form, 'i').test(said))) continue;
    return { quote, waiting, to: namesIn(said, states).filter((state) => !waiting.includes(state)) };
  }
  return undefined;
}
