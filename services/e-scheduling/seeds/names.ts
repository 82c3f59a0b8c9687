// Names the rows of the story: identifiers that several of them share, and how their times are written.

/** After Jonas moved his lesson, and before it takes place. */
export const STORY = '2026-11-26T09:00:00Z';

/** When a row was created, and when it was changed last: at the same time, unless it is given. */
export type Between = (created: string, updated?: string) => { created_at: number; updated_at: number };

export const SCHOOL = 'NGHCEBDAFHBDCAGE';
export const AMARA = 'ADHCGEBFAHDCBGEF';
export const FELIX = 'FBGCHADEFCBHGADE';
export const LENA = 'LHBDFGACEHBDFCAG';
export const TEAM = 'THBDGECAFHGEBDCA';
export const LESSON = 'LFEHBADGCHFBEGDA';
export const REHEARSAL = 'RHCBGEADFHBCEGAD';
export const ADVICE = 'AHCBGEDFHBACGEDF';
export const AUDITION = 'UHBGACDFEHGBCADE';
export const FORM = 'QFHADCEBGHFADBCE';
export const INSTRUMENT = '6f1d2c0e-5b7a-4e0c-9d35-8a41c2b7e390';
export const REMARK = 'b3a94f17-0d62-4c58-8e21-7f9d5a06c4be';
export const SUBMISSION = 'SDGEBHCAFDGHEBAC';

export const tokens = {
  owner: 'pat_NorthlightAmara7kQ2mX9vR4tZ8w',
  member: 'pat_NorthlightFelix3hD6bN1yL5cJ0s',
  stranger: 'pat_HarbourLena8fG4pK7uW2eT9a',
  application: 'oat_OfficeScreenAmara5rV1nC6xM3zB',
} as const;
