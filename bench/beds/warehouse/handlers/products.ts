// Products and their attachments.
import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { matchesStrong } from '../../http.ts';
import { contains } from '../../texts.ts';
import { conflict, notFound, Problem, unprocessable } from '../http.ts';
import type { Account, Versioned } from '../store.ts';
import type { Attachment, NewProduct, Product, ProductReplacement } from '../things.ts';
import { type Call, conditional, type Part, requireMatch, stockOf, update } from './call.ts';
import { createdBetween, numbered, sorted } from './lists.ts';

function requireProduct({ account, text }: Call): Versioned<Product> {
  const found = account.products.get(text('sku'));
  if (found === undefined) throw notFound('product');
  return found;
}

function requireSupplier(account: Account, id: number | null | undefined): void {
  if (id !== null && id !== undefined && !account.suppliers.has(id)) throw unprocessable('supplier_id', 'unknown', 'is no supplier');
}

/** Whether anything still needs the product. */
function isUsed(account: Account, sku: string): boolean {
  const names = ({ lines }: { lines: readonly { sku: string }[] }): boolean => lines.some((line) => line.sku === sku);
  const ordered = [...account.orders.values()].some(({ value }) => names(value));
  return ordered || [...account.transfers.values()].some(names) || stockOf(account, (_, name) => name === sku).length > 0;
}

/** A day before, as it comes out where a date is read as local midnight and written in UTC. */
function dayBefore(date: string): string {
  return new Date(Date.parse(`${date}T00:00:00+01:00`)).toISOString().slice(0, 10);
}

export const products: Part = (store, faults) => {
  /** What the service makes of a new product. */
  function kept(given: NewProduct): NewProduct {
    const product = { ...given };
    if (faults.has('product-legacy-code-lost')) delete product.legacy_code;
    if (faults.has('product-name-astral')) product.name = product.name.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '?');
    if (faults.has('product-description-cut') && product.description) product.description = product.description.slice(0, 255);
    if (faults.has('product-weight-rounded') && product.weight_mg !== undefined) product.weight_mg = Math.fround(product.weight_mg);
    if (faults.has('product-date-shifted') && product.available_from !== undefined)
      product.available_from = dayBefore(product.available_from);
    return product;
  }

  function checkMatch(call: Call, etag: string): void {
    const seen = call.header('if-match');
    if (faults.has('product-if-match-star-refused') && seen?.trim() === '*')
      throw new Problem(412, 'precondition_failed', 'Another version.');
    requireMatch(call, etag);
  }

  return {
    listProducts: (call) => {
      const { q, supplier, discontinued, sort } = call.query as { q?: string; supplier?: number; discontinued?: boolean; sort: string };
      const everywhere = faults.has('product-search-all-accounts') && q !== undefined;
      const accounts = everywhere ? [...store.accounts.values()] : [call.account];
      const all = accounts.flatMap((account) => [...account.products.values()].map(({ value }) => value));
      const has = faults.has('product-search-by-case') ? (text: string, part: string): boolean => text.includes(part) : contains;
      const from = faults.has('product-supplier-prefix')
        ? (id: number): boolean => String(id).startsWith(String(supplier))
        : (id: number): boolean => id === supplier;
      const found = createdBetween(all, call).filter(
        (product) =>
          (q === undefined || has(product.sku, q) || has(product.name, q)) &&
          (supplier === undefined || from(product.supplier_id ?? 0)) &&
          (discontinued === undefined || product.discontinued === discontinued),
      );
      const ordered = sorted(found, faults.has('product-sort-minus-ignored') ? sort.replace('-', '') : sort, 'sku');
      const reply = numbered(call, ordered);
      const page = call.query.page as number;
      const size = call.query.per_page as number;
      if (faults.has('product-total-unfiltered')) return { ...reply, meta: { ...reply.meta, total: all.length } };
      if (faults.has('product-page-two-meta-text') && page > 1) return { ...reply, meta: { ...reply.meta, page: String(page) } };
      if (faults.has('product-pages-overlap') && page > 1) {
        const start = (page - 1) * size - 1;
        return { ...reply, data: ordered.slice(start, start + size) };
      }
      return reply;
    },

    createProduct: async ({ account, input }) => {
      const given = input<NewProduct>();
      requireSupplier(account, given.supplier_id);
      if (account.products.has(given.sku)) throw conflict('sku_taken', 'Another product has this SKU.');
      if (faults.has('product-created-twice-at-once')) await wait(50);
      const at = store.now();
      const record = store.versioned<Product>({ ...kept(given), created_at: at, updated_at: at });
      account.products.set(given.sku, record);
      return { status: 201, data: record.value, headers: { location: `/products/${given.sku}`, etag: record.etag } };
    },

    getProduct: (call) => {
      if (faults.has('product-head-of-missing') && call.isHead && !call.account.products.has(call.text('sku'))) {
        return { status: 200, data: {}, headers: { etag: '"none"' } };
      }
      const { value, etag } = requireProduct(call);
      if (faults.has('product-head-without-etag') && call.isHead) return { status: 200, data: value };
      return conditional(call, etag, value);
    },

    replaceProduct: (call) => {
      const record = requireProduct(call);
      const skip = faults.has('product-put-without-if-match') && call.header('if-match') === undefined;
      if (!skip) checkMatch(call, record.etag);
      const given = call.input<ProductReplacement>();
      requireSupplier(call.account, given.supplier_id);
      const before = record.value;
      const { sku, created_at } = before;
      const next: Product = { sku, ...given, created_at, updated_at: store.now() };
      if (faults.has('product-put-keeps-description') && before.description !== undefined && given.description === undefined) {
        next.description = before.description;
      }
      if (faults.has('product-etag-of-name') && next.name === before.name) record.value = next;
      else update(store, record, next);
      return { status: 200, data: next, headers: { etag: record.etag } };
    },

    updateProduct: (call) => {
      const record = requireProduct(call);
      const seen = call.header('if-match');
      const skip = faults.has('product-patch-any-if-match') && seen !== undefined && !matchesStrong(seen, record.etag);
      if (!skip) checkMatch(call, record.etag);
      const patch = call.input<Partial<ProductReplacement>>();
      requireSupplier(call.account, patch.supplier_id);
      const updated_at = faults.has('product-updated-at-stale') ? record.value.updated_at : store.now();
      const next: Product = { ...record.value, ...patch, updated_at };
      if (faults.has('product-patch-resets-discontinued')) next.discontinued = patch.discontinued ?? false;
      update(store, record, next);
      return { status: 200, data: next, headers: { etag: record.etag } };
    },

    deleteProduct: (call) => {
      const { sku } = requireProduct(call).value;
      if (isUsed(call.account, sku)) throw conflict('product_in_use', 'The product has stock, or an order or transfer names it.');
      call.account.products.delete(sku);
      if (faults.has('product-delete-leaves-attachments')) return { status: 204 };
      for (const [id, { value }] of call.account.attachments) if (value.sku === sku) call.account.attachments.delete(id);
      return { status: 204 };
    },

    addAttachment: (call) => {
      const { sku } = requireProduct(call).value;
      const { title, kind, file } = call.form();
      const bytes = faults.has('attachment-bytes-as-text') ? Buffer.from(file.toString('utf8')) : file;
      const value: Attachment = {
        id: store.ulid(),
        sku,
        title,
        ...(kind === undefined ? {} : { kind }),
        size: file.length,
        sha256: createHash('sha256').update(file).digest('hex'),
        created_at: store.now(),
      };
      call.account.attachments.set(value.id, { value, bytes });
      return { status: 201, data: value, headers: { location: `/attachments/${value.id}` } };
    },

    getAttachment: ({ account, text }) => {
      const found = account.attachments.get(text('attachment_id'));
      if (found === undefined) throw notFound('attachment');
      return { status: 200, data: found.value };
    },

    downloadAttachment: ({ account, text }) => {
      const found = account.attachments.get(text('attachment_id'));
      if (found === undefined) throw notFound('attachment');
      const headers = { 'content-disposition': `attachment; filename="${found.value.id}.bin"` };
      return { status: 200, content: found.bytes, type: 'application/octet-stream', headers };
    },
  };
};
