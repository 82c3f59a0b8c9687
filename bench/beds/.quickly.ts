import { conform } from '../../generator/conform/index.ts';
import { beds } from './index.ts';
const bed = beds.find((b) => b.name === process.argv[2])!;
const step = Number(process.argv[3]); const offset = Number(process.argv[4] ?? 0);
const all = bed.faults.filter((_: unknown, i: number) => i % step === offset);
const until = Date.now() + Number(process.argv[5] ?? 280) * 1000;
const one = async (ids: string[]) => {
  const { url, stop } = await bed.start(new Set(ids));
  const [given, other, limited] = Object.values(bed.credentials);
  const t = Date.now();
  const r = await conform({ document: bed.document, target: url, allowWrites: true, credentials: { given: given!, other: other!, ...(limited === undefined ? {} : { limited }) } as never, maxTime: 60_000 });
  await stop();
  return { n: r.findings.length, x: r.exchanges, s: r.reached?.succeeded, of: r.reached?.of, ms: Date.now() - t, f: r.findings.map((f) => `${f.check} ${f.operation.id}: ${f.message.slice(0, 160)}`) };
};
const base = await one([]);
console.log('faultless', JSON.stringify(base));
let found = 0, tried = 0;
for (const fault of all) {
  if (Date.now() > until) break;
  const r = await one([fault.id]); tried++; const extra = r.f.filter((x) => !base.f.includes(x)); if (extra.length > 0) found++;
  console.log(fault.id, (fault as any).class ?? '', extra.length > 0 ? 'FOUND ' + extra[0] : 'missed', r.ms);
}
console.log(found, 'of', tried);
process.exit(0);
