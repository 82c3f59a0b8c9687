// Nine short beds, each of fifteen operations and fourteen faults, most of them of sequences. Their documents are written as teams write them: rules
// stand in paragraphs, tables and responses, in all kinds of words, beside sentences that are none. Farm, observatory, ferry, archive,
// translation, shelter, ledgerbook and transit have twenty operations or a few more, and 32 faults each, in the mix of classes that is usual elsewhere.
import { archive } from './archive/bed.ts';
import { bank } from './bank/bed.ts';
import type { Bed } from './bed.ts';
import { billing } from './billing/bed.ts';
import { farm } from './farm/bed.ts';
import { ferry } from './ferry/bed.ts';
import { hiring } from './hiring/bed.ts';
import { hotel } from './hotel/bed.ts';
import { league } from './league/bed.ts';
import { ledgerbook } from './ledgerbook/bed.ts';
import { lending } from './lending/bed.ts';
import { observatory } from './observatory/bed.ts';
import { pledges } from './pledges/bed.ts';
import { polls } from './polls/bed.ts';
import { shelter } from './shelter/bed.ts';
import { transit } from './transit/bed.ts';
import { translation } from './translation/bed.ts';
import { workshop } from './workshop/bed.ts';

export const shortBeds: readonly Bed[] = [
  hotel,
  hiring,
  bank,
  league,
  billing,
  lending,
  workshop,
  polls,
  pledges,
  farm,
  observatory,
  ferry,
  archive,
  translation,
  shelter,
  ledgerbook,
  transit,
];
