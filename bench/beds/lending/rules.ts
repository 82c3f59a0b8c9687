// What happens at the desk.
import { randomUUID } from 'node:crypto';
import { gap } from '../clock.ts';
import type { Borrower, Copy, Fine, Hold, Library, Loan, NewBorrower, TitleEntry } from './store.ts';

/** A refusal as the service answers it. */
export class Denial extends Error {
  readonly status: number;
  readonly code: string;
  readonly pointer: string | undefined;

  constructor(status: number, code: string, title: string, pointer?: string) {
    super(title);
    this.status = status;
    this.code = code;
    this.pointer = pointer;
  }
}

export type Has = (fault: string) => boolean;

const conflict = (code: string, title: string): Denial => new Denial(409, code, title);
const wrong = (code: string, title: string, pointer: string): Denial => new Denial(422, code, title, pointer);

const DAY = 86_400_000;
const FIRST = '2000-01-01';
const LAST = '2099-12-31';
const MOST_LOANS = { adult: 5, junior: 2 };
const MOST_HOLDS = 3;
const MOST_RENEWALS = 2;
const BLOCKED_FROM = 300;
const PER_DAY = 20;
const MOST_FINE = 500;

const daysAfter = (day: string, days: number): string => new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);
const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY;

/** Whether the check digit of an ISBN is right. */
const isRight = (isbn: string): boolean =>
  [...isbn].reduce((sum, digit, index) => sum + Number(digit) * (index % 2 === 0 ? 1 : 3), 0) % 10 === 0;

export class Desk {
  readonly library: Library;
  readonly #has: Has;

  constructor(library: Library, has: Has) {
    this.library = library;
    this.#has = has;
  }

  get #today(): string {
    return this.library.clock.now().slice(0, 10);
  }

  copiesOf(isbn: string): Copy[] {
    return [...this.library.copies.values()].filter((copy) => copy.isbn === isbn);
  }

  queueOf(isbn: string): Hold[] {
    return [...this.library.holds.values()].filter((hold) => hold.isbn === isbn);
  }

  holdsOf(card: string): Hold[] {
    return [...this.library.holds.values()].filter((hold) => hold.card === card);
  }

  finesOf(card: string): Fine[] {
    return [...this.library.fines.values()].filter((fine) => fine.card === card);
  }

  openLoansOf(card: string): Loan[] {
    return [...this.library.loans.values()].filter((loan) => loan.card === card && loan['returned-on'] === null);
  }

  owedBy(card: string): number {
    return this.finesOf(card).reduce((sum, { outstanding }) => sum + outstanding, 0);
  }

  isBlocked(card: string): boolean {
    return this.owedBy(card) >= BLOCKED_FROM;
  }

  /** Adds or replaces a title, and tells whether it is new. */
  catalogue(isbn: string, entry: TitleEntry): boolean {
    if (!isRight(isbn) && !this.#has('any-check-digit')) throw wrong('check-digit', 'The check digit is wrong.', 'isbn');
    const isNew = !this.library.titles.has(isbn);
    this.library.titles.set(isbn, entry);
    return isNew;
  }

  addCopy(isbn: string, barcode: string, shelf: string | null): Copy {
    if (this.library.copies.has(barcode)) throw conflict('barcode-taken', 'Another copy carries this barcode.');
    const copy: Copy = { barcode, isbn, shelf, state: 'available' };
    this.library.copies.set(barcode, copy);
    this.#free(copy);
    return copy;
  }

  withdraw({ barcode, state }: Copy): void {
    if (state !== 'available') throw conflict('copy-not-available', `The copy is ${state}.`);
    this.library.copies.delete(barcode);
  }

  /** Sets a copy aside for the first borrower who waits for it, or puts it on its shelf. */
  #free(copy: Copy, isCancelled = false): void {
    const waiting = this.queueOf(copy.isbn).filter(({ barcode }) => barcode === null);
    const hold = this.#has('last-hold-first') ? waiting.at(-1) : waiting[0];
    const isPassedOn = hold !== undefined && !(isCancelled && this.#has('cancelled-copy-to-shelf'));
    copy.state = isPassedOn ? 'set-aside' : 'available';
    if (isPassedOn) hold.barcode = copy.barcode;
  }

  enrol(body: NewBorrower): Borrower {
    const email = body.email.toLowerCase();
    const isUsed = [...this.library.borrowers.values()].some((borrower) => borrower.email.toLowerCase() === email);
    if (isUsed || (this.#has('closed-email-taken') && this.library.closed.has(email)))
      throw conflict('email-taken', 'A borrower uses this address.');
    this.library.lastCard += 1;
    const borrower: Borrower = { ...body, card: `LB-${String(this.library.lastCard).padStart(6, '0')}` };
    this.library.borrowers.set(borrower.card, borrower);
    return borrower;
  }

  close({ card, email }: Borrower): void {
    if (this.openLoansOf(card).length > 0) throw conflict('books-out', 'The borrower has books on loan.');
    if (this.owedBy(card) > 0) throw conflict('fines-open', 'The borrower owes something.');
    if (!this.#has('holds-of-closed-left')) for (const hold of this.holdsOf(card)) this.cancel(hold);
    this.library.borrowers.delete(card);
    this.library.closed.add(email.toLowerCase());
  }

  #borrower(card: string): Borrower {
    const found = this.library.borrowers.get(card);
    if (found === undefined) throw wrong('unknown-borrower', 'There is no such borrower.', '/card');
    return found;
  }

  #requireNotBlocked(card: string): void {
    if (this.isBlocked(card)) throw conflict('borrower-blocked', 'The borrower is blocked.');
  }

  async lend(barcode: string, card: string, day: string | undefined): Promise<Loan> {
    const copy = this.library.copies.get(barcode);
    if (copy === undefined) throw wrong('unknown-copy', 'There is no such copy.', '/barcode');
    const { group } = this.#borrower(card);
    const from = day ?? this.#today;
    if (from < FIRST || from > LAST) throw wrong('day-out-of-range', 'The day is out of range.', '/lent-on');
    this.#requireNotBlocked(card);
    const counted = this.#has('returned-loans-counted')
      ? [...this.library.loans.values()].filter((loan) => loan.card === card)
      : this.openLoansOf(card);
    if (counted.length >= MOST_LOANS[group]) throw conflict('too-many-loans', 'The borrower has as many books as the group may have.');
    const hold = this.queueOf(copy.isbn).find((one) => one.card === card);
    const isForOthers = copy.state === 'set-aside' && hold?.barcode !== barcode;
    if (copy.state === 'on-loan') throw conflict('copy-on-loan', 'The copy is on loan.');
    if (isForOthers && !this.#has('set-aside-lent')) throw conflict('copy-set-aside', 'The copy is set aside for somebody else.');
    if (this.#has('copy-lent-twice-at-once')) await gap();
    copy.state = 'on-loan';
    if (hold !== undefined) this.#fulfil(hold, barcode);
    const days = this.library.titles.get(copy.isbn)?.['loan-days'] ?? 0;
    const about = { 'lent-on': from, 'due-on': daysAfter(from, days), renewals: 0, 'returned-on': null, fine: null };
    const loan: Loan = { id: randomUUID(), barcode, isbn: copy.isbn, card, ...about };
    this.library.loans.set(loan.id, loan);
    return loan;
  }

  /** Ends the hold of a borrower who got a copy, and frees another copy that was set aside for it. */
  #fulfil(hold: Hold, lent: string): void {
    this.library.holds.delete(hold.id);
    const other = hold.barcode === null || hold.barcode === lent ? undefined : this.library.copies.get(hold.barcode);
    if (other !== undefined) this.#free(other);
  }

  takeBack(loan: Loan, day: string | undefined): Loan {
    if (loan['returned-on'] !== null) throw conflict('loan-ended', 'The book was brought back before.');
    const on = day ?? this.#today;
    if (on < loan['lent-on'] || on > LAST) throw wrong('day-out-of-range', 'The day is out of range.', '/returned-on');
    const days = this.library.titles.get(loan.isbn)?.['loan-days'] ?? 0;
    const due = this.#has('late-from-first-due-day') ? daysAfter(loan['due-on'], -days * loan.renewals) : loan['due-on'];
    const late = daysBetween(due, on);
    loan['returned-on'] = on;
    if (late > 0) {
      const amount = Math.min(late * PER_DAY, MOST_FINE);
      const fine: Fine = { id: randomUUID(), loan: loan.id, card: loan.card, amount, outstanding: amount };
      this.library.fines.set(fine.id, fine);
      loan.fine = fine.id;
    }
    const copy = this.library.copies.get(loan.barcode);
    if (copy !== undefined) this.#free(copy);
    return loan;
  }

  renew(loan: Loan): Loan {
    if (loan['returned-on'] !== null) throw conflict('loan-ended', 'The book was brought back.');
    this.#requireNotBlocked(loan.card);
    if (loan.renewals >= MOST_RENEWALS) throw conflict('renewed-twice', 'The loan has been renewed twice.');
    const isAwaited = this.queueOf(loan.isbn).some(({ barcode }) => barcode === null);
    if (isAwaited && !this.#has('renewed-while-awaited')) throw conflict('title-awaited', 'Somebody is waiting for the title.');
    loan.renewals += 1;
    loan['due-on'] = daysAfter(loan['due-on'], this.library.titles.get(loan.isbn)?.['loan-days'] ?? 0);
    return loan;
  }

  place(isbn: string, card: string): Hold {
    if (!this.library.titles.has(isbn)) throw wrong('unknown-title', 'There is no such title.', '/isbn');
    this.#borrower(card);
    this.#requireNotBlocked(card);
    const copies = this.copiesOf(isbn);
    if (copies.length === 0) throw conflict('no-copies', 'The title has no copies.');
    if (copies.some(({ state }) => state === 'available')) throw conflict('copy-available', 'A copy is available.');
    if (this.openLoansOf(card).some((loan) => loan.isbn === isbn)) throw conflict('has-title', 'The borrower has the title on loan.');
    if (this.queueOf(isbn).some((hold) => hold.card === card)) throw conflict('in-queue', 'The borrower is in this queue.');
    if (this.holdsOf(card).length >= MOST_HOLDS) throw conflict('too-many-holds', 'The borrower has three holds.');
    const hold: Hold = { id: randomUUID(), isbn, card, 'placed-at': this.library.clock.now(), barcode: null };
    this.library.holds.set(hold.id, hold);
    return hold;
  }

  cancel({ id, barcode }: Hold): void {
    this.library.holds.delete(id);
    const copy = barcode === null ? undefined : this.library.copies.get(barcode);
    if (copy !== undefined) this.#free(copy, true);
  }

  settle(fine: Fine, amount: number): Fine {
    if (fine.outstanding === 0) throw conflict('fine-settled', 'The fine is settled.');
    if (amount > fine.outstanding) throw wrong('amount-too-high', 'The amount is more than what is outstanding.', '/amount');
    fine.outstanding -= amount;
    return fine;
  }
}
