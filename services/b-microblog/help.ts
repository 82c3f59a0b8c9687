// What clients need to know about the service. All of it is the same for every caller.

import type { Configuration, SupportedLanguage } from '@octavo/interfaces/b-microblog-v1';

export const LANGUAGES: readonly SupportedLanguage[] = [
  { code: 'da', status: 'production', name: 'Danish' },
  { code: 'en', status: 'production', name: 'English' },
  { code: 'pt', status: 'production', name: 'Portuguese' },
];

export const CONFIGURATION: Configuration = {
  dm_text_character_limit: 10_000,
  characters_reserved_per_media: 24,
  max_media_per_upload: 1,
  non_username_paths: ['about', 'account', 'help', 'search', 'settings'],
  photo_size_limit: 3_145_728,
  photo_sizes: {
    thumb: { w: 150, h: 150, resize: 'crop' },
    small: { w: 680, h: 480, resize: 'fit' },
    medium: { w: 1200, h: 800, resize: 'fit' },
    large: { w: 2048, h: 1366, resize: 'fit' },
  },
  short_url_length: 23,
  short_url_length_https: 23,
};

export const PRIVACY = 'What you post can be seen by everybody unless your account is protected.';

export const TERMS = 'You keep what you post and let the service show it.';
