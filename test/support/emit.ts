// Every file that is generated of a service, examples included, at once.
import { type EmitOptions, emitInStages } from '../../generator/emit/index.ts';
import type { Service } from '../../generator/model/service.ts';

export function emit(service: Service, options: EmitOptions): Map<string, string> {
  const { own, examples } = emitInStages(service, options);
  return new Map([...own, ...examples()]);
}
