// The controller's 64-bit integers end to end: client and server hold them as `bigint`, and the wire carries every digit.
import {
  type ControllerHandlers,
  controllerValidators,
  createControllerClient,
  createControllerServer,
} from '@octavo/interfaces/c-controller';
import {
  exampleReadInt64TableResult,
  exampleReadInt64VarResult,
  exampleWriteInt64TableInput,
} from '@octavo/interfaces/c-controller/examples';
import { byRequest, inMemoryFetch } from '@octavo/runtime';
import { describe, expect, test } from 'vitest';

const values = [9223372036854775807n, -9223372036854775808n, 9007199254740993n, -9007199254740993n, 9007199254740991n, 0n, -1n];
const wires: string[] = [];

/** A controller with one variable and one table that stores what clients write. */
function controller(length = 3) {
  let variable = 0n;
  let table = Array.from({ length }, () => 0n);
  const handlers: ControllerHandlers = {
    readInt64Var: () => ({ status: 200, body: { value: variable } }),
    writeInt64Var: ({ body }) => {
      variable = body.value;
      return { status: 200 };
    },
    readInt64VarAsString: () => ({ status: 200, body: { value: String(variable) } }),
    readInt64Vars: () => ({ status: 200, body: [{ name: 'TotalPulses', value: variable }] }),
    readInt64VarsAsStrings: () => ({ status: 200, body: [{ name: 'TotalPulses', value: String(variable) }] }),
    readInt64Table: () => ({ status: 200, body: table }),
    writeInt64Table: ({ body, query }) => {
      const start = query?.startIndex ?? 0;
      table = table.map((value, index) => body[index - start] ?? value);
      return { status: 200 };
    },
    readInt64TableAsString: () => ({ status: 200, body: table.map(String) }),
    readInt64TableElement: ({ path }) => ({ status: 200, body: { value: table[path.index] ?? 0n } }),
    readInt64TableElementAsString: ({ path }) => ({ status: 200, body: { value: String(table[path.index]) } }),
  };
  const send = inMemoryFetch(createControllerServer(handlers, { security: { key: () => true } }));
  return createControllerClient({
    credentials: { key: { username: 'kettle', password: 'house' } },
    validate: controllerValidators,
    fetch: byRequest(async (request) => {
      wires.push(await request.clone().text());
      const response = await send(request);
      wires.push(await response.clone().text());
      return response;
    }),
  });
}

describe.each(values)('%s', (value) => {
  const name = { path: { int64Name: 'TotalPulses' } };
  const tableName = 'FermentersDueNs';

  test('can be written to a variable and read back in every view', async () => {
    const client = controller();
    wires.length = 0;
    expect(await client.writeInt64Var({ ...name, body: { value } })).toMatchObject({ status: 200 });
    expect(await client.readInt64Var(name)).toMatchObject({ status: 200, body: { value } });
    expect(await client.readInt64Vars()).toMatchObject({ status: 200, body: [{ value }] });
    expect(await client.readInt64VarAsString(name)).toMatchObject({ status: 200, body: { value: String(value) } });
    // `_string` here is the path of the string view, not a variable of that name.
    expect(await client.readInt64VarsAsStrings()).toMatchObject({ status: 200, body: [{ value: String(value) }] });
    expect(wires).toEqual([
      `{"value":${value}}`,
      '',
      '',
      `{"value":${value}}`,
      '',
      `[{"name":"TotalPulses","value":${value}}]`,
      '',
      `{"value":"${value}"}`,
      '',
      `[{"name":"TotalPulses","value":"${value}"}]`,
    ]);
  });

  test('can be written to a table and read back in every view', async () => {
    const client = controller();
    wires.length = 0;
    expect(await client.writeInt64Table({ path: { tableName }, query: { startIndex: 1 }, body: [value, 5n] })).toMatchObject({
      status: 200,
    });
    expect(await client.readInt64Table({ path: { tableName } })).toMatchObject({ status: 200, body: [0n, value, 5n] });
    expect(await client.readInt64TableElement({ path: { tableName, index: 1 } })).toMatchObject({ status: 200, body: { value } });
    // `_string` in place of an index selects the table as strings.
    expect(await client.readInt64TableAsString({ path: { tableName } })).toMatchObject({ status: 200, body: ['0', String(value), '5'] });
    expect(await client.readInt64TableElementAsString({ path: { tableName, index: 1 } })).toMatchObject({
      status: 200,
      body: { value: String(value) },
    });
    expect(wires.filter((text) => text !== '')).toEqual([
      `[${value},5]`,
      `[0,${value},5]`,
      `{"value":${value}}`,
      `["0","${value}","5"]`,
      `{"value":"${value}"}`,
    ]);
  });
});

test.each([9223372036854775808n, -9223372036854775809n])('the client does not send %s', async (value) => {
  const client = controller();
  wires.length = 0;
  await expect(client.writeInt64Var({ path: { int64Name: 'TotalPulses' }, body: { value } })).rejects.toThrow(/int64/);
  expect(wires).toEqual([]);
});

test('the examples of the document are exact at both ends', async () => {
  expect(exampleReadInt64VarResult()).toMatchObject({ body: { value: 48219007311n } });
  expect(exampleReadInt64TableResult()).toMatchObject({
    body: [1795611600123456789n, 1796043600250000001n, 1796475600987654321n, 1796907601000000007n],
  });
  const input = exampleWriteInt64TableInput();
  const client = controller(4);
  await client.writeInt64Table(input);
  expect(await client.readInt64Table({ path: input.path })).toMatchObject({ body: input.body });
});
