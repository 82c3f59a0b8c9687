// Handlers of the operations tagged 'Variables'.

import type { RequiredControllerVariablesHandlers } from '@octavo/interfaces/c-controller';
import type { Caller, Deps } from '../deps.ts';
import { downTimer, upTimer } from '../rules/timers.ts';
import { float, int32, int64, int64Text } from '../rules/values.ts';
import { text, writeString } from '../strings.ts';
import type { TagRow } from '../tables.ts';
import { requireTag, single, tagsOf } from '../tags.ts';

export const variablesHandlers = (deps: Deps): RequiredControllerVariablesHandlers<Caller> => {
  const { store, clock } = deps;
  const int32s = single(deps, 'int32', int32);
  const int64s = single(deps, 'int64', int64);
  const int64Texts = single(deps, 'int64', int64Text);
  const floats = single(deps, 'float', float);
  const strings = single(deps, 'string', text);

  const secondsOf = ({ kind, value, running_since }: TagRow): number =>
    (kind === 'upTimer' ? upTimer : downTimer)({ seconds: float.read(value), running_since }, clock.now());
  async function timers(kind: 'upTimer' | 'downTimer') {
    const tags = await tagsOf(store.read, kind);
    return { status: 200, body: tags.map((tag) => ({ name: tag.name, value: secondsOf(tag) })) } as const;
  }
  async function timer(kind: 'upTimer' | 'downTimer', name: string) {
    return { status: 200, body: { value: secondsOf(await requireTag(store.read, name, kind)) } } as const;
  }

  return {
    readInt32Vars: int32s.list,
    readInt32Var: ({ path }) => int32s.read(path.int32Name),
    writeInt32Var: ({ path, body }) => int32s.write(path.int32Name, body.value),
    readInt64Vars: int64s.list,
    readInt64Var: ({ path }) => int64s.read(path.int64Name),
    writeInt64Var: ({ path, body }) => int64s.write(path.int64Name, body.value),
    readInt64VarsAsStrings: int64Texts.list,
    readInt64VarAsString: ({ path }) => int64Texts.read(path.int64Name),
    writeInt64VarAsString: ({ path, body }) => int64Texts.write(path.int64Name, body.value),
    readFloatVars: floats.list,
    readFloatVar: ({ path }) => floats.read(path.floatName),
    writeFloatVar: ({ path, body }) => floats.write(path.floatName, body.value),
    readStringVars: strings.list,
    readStringVar: ({ path }) => strings.read(path.stringName),
    writeStringVar: ({ path, body }) => writeString(deps, path.stringName, body.value),
    readUpTimerVars: () => timers('upTimer'),
    readUpTimerValue: ({ path }) => timer('upTimer', path.upTimerName),
    readDownTimerVars: () => timers('downTimer'),
    readDownTimerValue: ({ path }) => timer('downTimer', path.downTimerName),
  };
};
