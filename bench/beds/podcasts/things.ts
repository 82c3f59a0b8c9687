// The things that podcasts are made of, as they are kept.

export interface ShowFields {
  readonly title: string;
  readonly slug: string;
  readonly description: string;
  readonly language: string;
  readonly category: string;
  readonly explicit: boolean;
  readonly complete: boolean;
  readonly website: string | null;
  readonly tags: readonly string[];
  readonly owner: { readonly name: string; readonly email: string };
  readonly artwork: { readonly url: string; readonly size: number } | null;
  readonly links: readonly { readonly label: string; readonly url: string }[];
}

interface Dated {
  readonly id: string;
  readonly created_at: string;
  readonly updated_at: string;
}

export type Show = Dated & ShowFields;

interface Guest {
  readonly name: string;
  readonly role: string;
}

export interface EpisodeFields {
  readonly title: string;
  readonly summary: string | null;
  readonly season: number;
  readonly number: number;
  readonly type: string;
  readonly duration_seconds: number;
  readonly recorded_on: string | null;
  readonly loudness: number | null;
  readonly archive_id: number | null;
  readonly guests: readonly Guest[];
  readonly keywords: readonly string[];
  readonly labels: Readonly<Record<string, string>>;
}

export interface Audio {
  readonly media_type: string;
  readonly checksum: string;
  readonly file_name: string;
  readonly content: Buffer;
}

export interface ChapterFields {
  readonly title: string;
  readonly start_seconds: number;
  readonly kind: string;
  readonly url: string | null;
}

export type Chapter = ChapterFields & { readonly id: string };

export interface Episode extends Dated, EpisodeFields {
  readonly show_id: string;
  readonly status: 'draft' | 'published';
  readonly published_at: string | null;
  readonly audio: Audio | null;
  readonly chapters: readonly Chapter[];
}

export interface CommentFields {
  readonly author: string;
  readonly text: string;
  readonly rating: number | null;
  readonly parent_id: string | null;
}

export interface Comment extends CommentFields {
  readonly id: string;
  readonly episode_id: string;
  readonly created_at: string;
}

export interface PlaylistFields {
  readonly title: string;
  readonly description: string | null;
  readonly visibility: string;
  readonly color: string | null;
  readonly episode_ids: readonly string[];
}

export type Playlist = Dated & PlaylistFields;

export interface SubscriptionFields {
  readonly show_id: string;
  readonly email: string;
  readonly name: string | null;
  readonly plan: 'free' | 'supporter';
  readonly monthly_cents: number | null;
  readonly starts_on: string;
  readonly ends_on: string | null;
}

export type Subscription = SubscriptionFields & { readonly id: string; readonly created_at: string };
