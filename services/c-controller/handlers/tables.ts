// Handlers of the operations tagged 'Tables'.

import type { RequiredControllerTablesHandlers } from '@octavo/interfaces/c-controller';
import type { Caller, Deps } from '../deps.ts';
import { table } from '../elements.ts';
import { float, int32, int64, int64Text } from '../rules/values.ts';
import { text, writeStrings } from '../strings.ts';

export const tablesHandlers = (deps: Deps): RequiredControllerTablesHandlers<Caller> => {
  const int32s = table(deps, 'int32Table', int32);
  const int64s = table(deps, 'int64Table', int64);
  const int64Texts = table(deps, 'int64Table', int64Text);
  const floats = table(deps, 'floatTable', float);
  const strings = table(deps, 'stringTable', text);
  return {
    readInt32Tables: int32s.list,
    readInt32Table: ({ path, query }) => int32s.read(path.tableName, query),
    writeInt32Table: ({ path, query, body }) => int32s.write(path.tableName, body, query.startIndex),
    readInt32TableElement: ({ path }) => int32s.readElement(path.tableName, path.index),
    writeInt32TableElement: ({ path, body }) => int32s.writeElement(path.tableName, path.index, body.value),
    readInt64Tables: int64s.list,
    readInt64Table: ({ path, query }) => int64s.read(path.tableName, query),
    writeInt64Table: ({ path, query, body }) => int64s.write(path.tableName, body, query.startIndex),
    readInt64TableElement: ({ path }) => int64s.readElement(path.tableName, path.index),
    writeInt64TableElement: ({ path, body }) => int64s.writeElement(path.tableName, path.index, body.value),
    readInt64TableAsString: ({ path, query }) => int64Texts.read(path.tableName, query),
    writeInt64TableAsString: ({ path, query, body }) => int64Texts.write(path.tableName, body, query.startIndex),
    readInt64TableElementAsString: ({ path }) => int64Texts.readElement(path.tableName, path.index),
    writeInt64TableElementAsString: ({ path, body }) => int64Texts.writeElement(path.tableName, path.index, body.value),
    readFloatTables: floats.list,
    readFloatTable: ({ path, query }) => floats.read(path.tableName, query),
    writeFloatTable: ({ path, query, body }) => floats.write(path.tableName, body, query.startIndex),
    readFloatTableElement: ({ path }) => floats.readElement(path.tableName, path.index),
    writeFloatTableElement: ({ path, body }) => floats.writeElement(path.tableName, path.index, body.value),
    readStringTables: strings.list,
    readStringTable: ({ path, query }) => strings.read(path.tableName, query),
    writeStringTable: ({ path, query, body }) => writeStrings(deps, path.tableName, query.startIndex, body),
    readStringTableElement: ({ path }) => strings.readElement(path.tableName, path.index),
    writeStringTableElement: ({ path, body }) => writeStrings(deps, path.tableName, path.index, [body.value]),
  };
};
