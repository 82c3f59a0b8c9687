// Articles and their translations.
import { isDeepStrictEqual } from 'node:util';
import { matchesStrong, type Reply } from '../../http.ts';
import { byText } from '../../texts.ts';
import type { Account, Tagged } from '../store.ts';
import type { Article, ArticleFields, Translation } from '../things.ts';
import { conflict, notFound, Refusal } from '../wire.ts';
import type { Call, Handlers } from './call.ts';
import { conditional } from './desk.ts';
import { part, sorted } from './lists.ts';
import type { Part } from './part.ts';

export const articles: Part = (store, faults): Handlers => {
  /** How often a translation was written, where that is what the count shows. */
  const writes = new Map<string, number>();

  function look(account: Account, article: Article): Article & { translation_count: number } {
    const count = account.translations.get(article.slug)?.size ?? 0;
    return { ...article, translation_count: faults.has('article-count-of-writes') ? (writes.get(article.slug) ?? count) : count };
  }

  function requireArticle({ account, path }: Call): Tagged<Article> {
    const found = account.articles.get(path('slug'));
    if (found === undefined) throw notFound('article');
    return found;
  }

  const reply = ({ account }: Call, { value, etag }: Tagged<Article>, status = 200): Reply => ({
    status,
    body: look(account, value),
    headers: { etag, ...(status === 201 ? { location: `/articles/${value.slug}` } : {}) },
  });

  /** Makes a change, with a new time and ETag if the article shows something else after it. */
  function change(account: Account, record: Tagged<Article>, apply: () => void): void {
    const shown = (): unknown => look(account, record.value);
    const before = shown();
    apply();
    if (isDeepStrictEqual(before, shown())) return;
    record.value = { ...record.value, updated_at: store.now() };
    record.etag = store.etag();
  }

  function checkConditions(call: Call, record: Tagged<Article> | undefined): void {
    const wanted = call.header('if-match');
    const failed = new Refusal(412, 'version_changed', 'The article has another version, or is there already.');
    if (call.header('if-none-match') === '*' && record !== undefined && !faults.has('article-if-none-match-ignored')) throw failed;
    if (wanted === undefined) return;
    if (record === undefined && faults.has('article-if-match-creates')) return;
    if (record === undefined || (!matchesStrong(wanted, record.etag) && !faults.has('article-if-match-ignored'))) throw failed;
  }

  function kept(given: ArticleFields): ArticleFields {
    const { body, position } = given;
    return {
      ...given,
      body: faults.has('article-body-cut') ? body.slice(0, 16_384) : body,
      position: faults.has('article-position-zero') ? position || 100 : Math.floor(position),
    };
  }

  function add(call: Call, fields: ArticleFields): Reply {
    const now = store.now();
    const slug = call.path('slug');
    const value: Article = { slug, ...kept(fields), state: 'draft', published_at: null, created_at: now, updated_at: now };
    const record = { value, etag: store.etag() };
    call.account.articles.set(slug, record);
    return reply(call, record, 201);
  }

  return {
    listArticles: (call) => {
      const { state, locale, label, order } = call.query as Record<string, string | undefined>;
      const all = [...call.account.articles.values()].map(({ value }) => value);
      const found = all.filter(
        (article) =>
          (state === undefined || article.state === state || (faults.has('articles-drafts-in-every-state') && article.state === 'draft')) &&
          (locale === undefined || article.locale === locale) &&
          (label === undefined || article.labels.includes(label) || faults.has('articles-label-ignored')),
      );
      const asText = faults.has('articles-position-as-text');
      const compare = (a: Article, b: Article): number =>
        asText ? byText(String(a.position), String(b.position)) : a.position - b.position;
      const ordered = sorted(found, compare, order === 'desc' && !faults.has('articles-order-ignored'));
      const total = faults.has('articles-total-of-all') ? all.length : found.length;
      const hasTotal = total > 0 || !faults.has('articles-no-total-of-nothing');
      const shown = part(call, ordered).map((article) => look(call.account, article));
      return { status: 200, body: { articles: shown }, headers: hasTotal ? { 'x-total-count': String(total) } : {} };
    },

    getArticle: (call) => {
      const record = requireArticle(call);
      return conditional(call, record.etag, reply(call, record), faults);
    },

    putArticle: (call) => {
      const fields = call.input<ArticleFields>();
      const record = call.account.articles.get(call.path('slug'));
      checkConditions(call, record);
      if (record === undefined) return add(call, fields);
      const { etag, value: old } = record;
      const next = faults.has('article-put-keeps-labels') && fields.labels.length === 0 ? { ...fields, labels: old.labels } : fields;
      change(call.account, record, () => {
        record.value = { ...old, ...kept(next), ...(faults.has('article-put-unpublishes') ? { state: 'draft' as const } : {}) };
      });
      if (faults.has('article-etag-of-title') && old.title === record.value.title) record.etag = etag;
      return reply(call, record);
    },

    deleteArticle: (call) => {
      const { slug } = requireArticle(call).value;
      call.account.articles.delete(slug);
      if (!faults.has('article-delete-leaves-translations')) call.account.translations.delete(slug);
      return { status: 204 };
    },

    publishArticle: (call) => {
      const record = requireArticle(call);
      const { state, published_at } = record.value;
      if (state === 'published' && !faults.has('article-publish-twice')) throw conflict('The article is published.');
      change(call.account, record, () => {
        const moves = faults.has('article-publish-moves-date');
        record.value = { ...record.value, state: 'published', published_at: moves ? store.now() : (published_at ?? store.now()) };
      });
      return reply(call, record);
    },

    archiveArticle: (call) => {
      const record = requireArticle(call);
      const { state } = record.value;
      const isLoose = faults.has('article-archives-draft') && state === 'draft';
      if (state !== 'published' && !isLoose) throw conflict('The article is not published.');
      change(call.account, record, () => {
        record.value = { ...record.value, state: 'archived' };
      });
      return reply(call, record);
    },

    getTranslation: (call) => {
      const { slug } = requireArticle(call).value;
      const found = call.account.translations.get(slug)?.get(call.path('locale'));
      if (found === undefined) throw notFound('translation');
      return { status: 200, body: found };
    },

    putTranslation: (call) => {
      const record = requireArticle(call);
      const { slug, locale: own } = record.value;
      const { title, body } = call.input<{ title: string; body: string }>();
      const locale = call.path('locale');
      if (locale === own && !faults.has('translation-own-language')) throw conflict('The article itself is in this language.');
      const all = call.account.translations.get(slug) ?? new Map<string, Translation>();
      const isNew = !all.has(locale);
      const value = { locale, title: faults.has('translation-composed') ? title.normalize('NFC') : title, body, updated_at: store.now() };
      change(call.account, record, () => {
        writes.set(slug, (writes.get(slug) ?? all.size) + 1);
        call.account.translations.set(slug, all.set(locale, value));
      });
      if (!isNew || faults.has('translation-new-200')) return { status: 200, body: value };
      return { status: 201, body: value, headers: { location: `/articles/${slug}/translations/${locale}` } };
    },
  };
};
