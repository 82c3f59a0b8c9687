// A process that takes documents through all commands, one after another: it gets orders and answers with what became of each.
import { type Order, runStages } from './stages.ts';

process.on('message', (order: Order) => {
  void runStages(order).then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ crash: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});
