// Loads fast-check, an optional peer: it shrinks what fails.
import { environmentError, systemCode } from '../../base/error.ts';
import { installCommand } from '../../base/package-manager.ts';

export type FastCheck = typeof import('fast-check');

/** @throws {OctavoError} (exit 3) where it is not installed. */
export async function loadFastCheck(): Promise<FastCheck> {
  try {
    return await import('fast-check');
  } catch (error) {
    if (systemCode(error) !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw environmentError('peer-missing', 'Conformance tests need `fast-check`, which is not installed.', {
      fix: `Run \`${installCommand(['fast-check'], { isDev: true })}\`.`,
      cause: error,
    });
  }
}
