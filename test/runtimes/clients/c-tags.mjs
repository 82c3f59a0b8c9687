// Goes through all 55 methods of the published client of the controller service, which was made from its description.

import { createRequire } from 'node:module';
import { drive } from './checks.mjs';

const { AllApi: Controller } = createRequire(import.meta.url)('node-red-contrib-pac/build/api.js');

await drive(async ({ url, keys, check, refused }) => {
  const connect = ({ id, value }) => new Controller(id, value, url.replace(/\/$/, ''));
  const tags = connect(keys.readWrite);
  const body = async (call) => (await call).body;
  /** Reads by a method. */
  const reads = (method, parameters, wanted) =>
    check(`${method}(${parameters.join(', ')})`, () => body(tags[method](...parameters)), wanted);
  /** Writes by a method, and reads what it wrote by another. */
  const writes = async (method, parameters, read, asked, wanted) => {
    await check(`${method}(${JSON.stringify(parameters)})`, async () => (await tags[method](...parameters)).response.statusCode, 200);
    await reads(read, asked, wanted);
  };

  await reads('readDeviceDetails', [], { controllerType: 'R1', firmwareVersion: '4.2b', mac1: '02-00-5E-20-16-07' });
  await reads('readStrategyDetails', [], { strategyName: 'BrewhouseControl', runningCharts: 7 });
  const close =
    (wanted) =>
    ({ value }) =>
      Math.abs(value - wanted) < 60;

  await reads(
    'readAnalogInputs',
    [],
    [
      { name: 'TankTempC', value: 66.5 },
      { name: 'MashFlowLpm', value: 12.25 },
    ],
  );
  await reads('readAnalogInputEu', ['TankTempC'], { value: 66.5 });
  await reads(
    'readAnalogOutputs',
    [],
    [
      { name: 'SteamValvePct', value: 37.5 },
      { name: 'HoodFanPct', value: 50 },
    ],
  );
  await writes('writeAnalogOutputEu', ['SteamValvePct', { value: 41.25 }], 'readAnalogOutputEu', ['SteamValvePct'], { value: 41.25 });
  await reads(
    'readDigitalInputs',
    [],
    [
      { name: 'LidClosed', value: true },
      { name: 'TankFull', value: false },
    ],
  );
  await reads('readDigitalInputState', ['LidClosed'], { value: true });
  await reads(
    'readDigitalOutputs',
    [],
    [
      { name: 'StirrerOn', value: true },
      { name: 'DrainOpen', value: false },
    ],
  );
  await writes('writeDigitalOutputState', ['DrainOpen', { value: true }], 'readDigitalOutputState', ['DrainOpen'], { value: true });

  await reads('readUpTimerVars', [], ([{ name }]) => name === 'MashTimer');
  await reads('readUpTimerValue', ['MashTimer'], close(2700.25));
  await reads('readDownTimerVars', [], ([{ name }]) => name === 'BoilTimer');
  await reads('readDownTimerValue', ['BoilTimer'], close(1080.5));
  await reads(
    'readFloatVars',
    [],
    [
      { name: 'SetpointC', value: 67 },
      { name: 'WortPlato', value: 12.5 },
    ],
  );
  await writes('writeFloatVar', ['SetpointC', { value: 68.5 }], 'readFloatVar', ['SetpointC'], { value: 68.5 });
  await reads(
    'readInt32Vars',
    [],
    [
      { name: 'BatchNumber', value: 412 },
      { name: 'BrewingNow', value: 1 },
    ],
  );
  await writes('writeInt32Var', ['BatchNumber', { value: 413 }], 'readInt32Var', ['BatchNumber'], { value: 413 });
  await reads('readInt64Vars', [], [{ name: 'TotalPulses', value: 48219007311 }]);
  await writes('writeInt64Var', ['TotalPulses', { value: 48219007312 }], 'readInt64Var', ['TotalPulses'], { value: 48219007312 });
  await reads(
    'readInt64VarsAsStrings',
    [],
    [
      { name: 'TotalPulses', value: '48219007312' },
      { name: 'LastRinseNs', value: '1795266000123456789' },
    ],
  );
  const rinse = '1795266000123456790';
  await writes('writeInt64VarAsString', ['LastRinseNs', { value: rinse }], 'readInt64VarAsString', ['LastRinseNs'], { value: rinse });
  await reads(
    'readStringVars',
    [],
    [
      { name: 'RecipeName', value: 'Harvest Pale Ale' },
      { name: 'BrewerName', value: 'Jonas Brandt' },
    ],
  );
  await writes('writeStringVar', ['RecipeName', { value: 'Winter Stout' }], 'readStringVar', ['RecipeName'], { value: 'Winter Stout' });

  await reads('readFloatTables', [], [{ name: 'MashStepsC', length: 4 }]);
  await reads('readFloatTable', ['MashStepsC', 1, 2], [63, 67]);
  await writes('writeFloatTable', ['MashStepsC', [64, 68], 1], 'readFloatTable', ['MashStepsC'], [52.5, 64, 68, 76.5]);
  await writes('writeFloatTableElement', ['MashStepsC', 3, { value: 77 }], 'readFloatTableElement', ['MashStepsC', 3], { value: 77 });
  await reads('readInt32Tables', [], [{ name: 'HopTimes', length: 4 }]);
  await writes('writeInt32Table', ['HopTimes', [75, 20]], 'readInt32Table', ['HopTimes'], [75, 20, 5, 0]);
  await writes('writeInt32TableElement', ['HopTimes', 2, { value: 10 }], 'readInt32TableElement', ['HopTimes', 2], { value: 10 });
  await reads('readInt64Tables', [], [{ name: 'FermentersDueNs', length: 4 }]);
  await writes('writeInt64Table', ['FermentersDueNs', [1, 2], 2], 'readInt64Table', ['FermentersDueNs', 2, 2], [1, 2]);
  const due = '9007199254740993';
  await writes('writeInt64TableAsString', ['FermentersDueNs', [due], 1], 'readInt64TableAsString', ['FermentersDueNs', 1, 2], [due, '1']);
  await writes('writeInt64TableElement', ['FermentersDueNs', 3, { value: 7 }], 'readInt64TableElement', ['FermentersDueNs', 3], {
    value: 7,
  });
  await writes(
    'writeInt64TableElementAsString',
    ['FermentersDueNs', 0, { value: due }],
    'readInt64TableElementAsString',
    ['FermentersDueNs', 0],
    { value: due },
  );
  await reads('readStringTables', [], [{ name: 'HopNames', length: 4 }]);
  await writes(
    'writeStringTable',
    ['HopNames', ['Target'], 2],
    'readStringTable',
    ['HopNames'],
    ['Northdown', 'Northdown', 'Target', 'Fuggle'],
  );
  await writes('writeStringTableElement', ['HopNames', 0, { value: 'Progress' }], 'readStringTableElement', ['HopNames', 0], {
    value: 'Progress',
  });

  const told = ({ response, body }) => [response.statusCode, body.errorCode];
  await refused('an unknown tag', () => tags.readFloatVar('NoSuchTag'), told, [404, -28]);
  await refused('a tag of another type', () => tags.readFloatVar('BatchNumber'), told, [404, -29]);
  await refused('an index that the table does not have', () => tags.readFloatTableElement('MashStepsC', 9), told, [400, -12]);
  await refused('a key that only reads', () => connect(keys.readOnly).writeFloatVar('SetpointC', { value: 1 }), told, [400, -109]);
  await refused('a wrong key', () => connect({ id: keys.readWrite.id, value: 'wrong' }).readDeviceDetails(), told, [401, -104]);
  await check('a string that is too long', () => body(tags.writeStringVar('RecipeName', { value: 'A name that is too long' })), {
    errorCode: -23,
  });
});
