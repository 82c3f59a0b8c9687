// Keeps the things of living mocks in a file, by document, and reads them again. Only its user may read it, since things can be personal.
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { messageOf, OctavoError, usageError } from '../../base/error.ts';
import { jsonText, parseExact } from '../../base/exact.ts';
import type { Service } from '../../model/service.ts';
import { replaceFile } from '../../write/file.ts';
import { thingsIn, UnreadableImage } from './images.ts';
import { planOf } from './plan/plan.ts';
import { record } from './plan/sent.ts';

/** What the file says that it is. */
const MARK = 'things of octavo mock --living';
/** Larger files are not those of a mock. */
const MOST_BYTES = 512 * 1024 * 1024;
const PRIVATE = 0o600;

export class DataFile {
  readonly #file: string;
  readonly #images = new Map<string, string>();

  private constructor(file: string) {
    this.#file = file;
  }

  /**
   * Reads the file where it is there, and writes it again, so that a place that cannot be written is known at the start.
   *
   * @throws {OctavoError} where it is broken, has things of a document or of a collection that there is not, or cannot be written
   */
  static open(file: string, services: ReadonlyMap<string, Service>): DataFile {
    const data = new DataFile(file);
    if (existsSync(file)) data.#read(services);
    data.#write();
    return data;
  }

  /** The things of a document; `undefined` where the file has none. */
  imageOf(document: string): string | undefined {
    return this.#images.get(document);
  }

  /** @throws {OctavoError} where it cannot be written */
  save(images: ReadonlyMap<string, string>): void {
    for (const [document, image] of images) this.#images.set(document, image);
    this.#write();
  }

  #read(services: ReadonlyMap<string, Service>): void {
    const documents = record(record(this.#parsed()).documents);
    for (const [id, things] of Object.entries(documents)) {
      const service = services.get(id);
      const served = [...services.keys()].join('`, `');
      if (service === undefined) throw this.#refusal(`it has things of the document \`${id}\`, and this mock serves \`${served}\``);
      const image = jsonText(things);
      try {
        thingsIn(image, planOf(service).kinds);
      } catch (error) {
        if (error instanceof UnreadableImage) throw this.#refusal(`in the part for the document \`${id}\`, ${error.message}`);
        throw error;
      }
      this.#images.set(id, image);
    }
  }

  #parsed(): unknown {
    try {
      const text = readFileSync(this.#file);
      if (text.length > MOST_BYTES) throw this.#refusal(`it is larger than ${MOST_BYTES / 1024 / 1024} MiB`);
      const parsed = parseExact(text.toString('utf8'));
      if (record(parsed).octavo !== MARK) throw this.#refusal('it is another file than the mock writes');
      return parsed;
    } catch (error) {
      throw error instanceof OctavoError ? error : this.#refusal(`it is broken: ${messageOf(error)}`);
    }
  }

  #write(): void {
    const documents = [...this.#images].map(([id, image]) => `${JSON.stringify(id)}:${image}`);
    try {
      replaceFile(this.#file, `{"octavo":${JSON.stringify(MARK)},"documents":{${documents.join(',\n')}}}\n`, PRIVATE);
      // The mode of the system's umask applies to new files.
      chmodSync(this.#file, PRIVATE);
    } catch (error) {
      throw usageError('data-unwritable', `\`--data ${this.#name()}\` cannot be written: ${messageOf(error)}.`);
    }
  }

  #refusal(why: string): OctavoError {
    return usageError('data-refused', `\`--data ${this.#name()}\` cannot be read: ${why}.`, {
      fix: 'Name another file, or remove this one to begin anew.',
    });
  }

  #name(): string {
    return path.basename(this.#file);
  }
}
