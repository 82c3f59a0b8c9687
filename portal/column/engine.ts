// What the column loads when a reader sends a request, changes its values or asks for another language: the parts of the console.
export { AnswerView } from '../console/answer/answer-view.tsx';
export { loadDocument } from '../console/contract.ts';
export { addToHistory } from '../console/history.ts';
export { exampleInput } from '../console/request/input.ts';
export { run } from '../console/request/run.ts';
export { codeOf } from '../console/samples/code-of.ts';
export { ValuesForm } from './values-form.tsx';
