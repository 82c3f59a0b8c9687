// The handlers of the harbour by operation.
import type { Reply } from '../../http.ts';
import type { Ask } from '../ask.ts';
import { getBerth, listBerths, putBerth } from './berths.ts';
import { getDues, recordPayment } from './dues.ts';
import { listIncidents, reportIncident, resolveIncident } from './incidents.ts';
import { recordArrival, recordBerthing, recordDeparture } from './movements.ts';
import { getNotice, listNotices, publishNotice } from './notices.ts';
import { cancelOrder, completeOrder, listOrders, placeOrder } from './orders.ts';
import { decideClearance, declareGoods } from './papers.ts';
import { deleteVessel, getVessel, listVessels, registerVessel, updateVessel } from './vessels.ts';
import { announceCall, cancelCall, getCall, listCalls, updateCall } from './visits.ts';

type Handler = (ask: Ask) => Reply | Promise<Reply>;

export const handlers: Readonly<Record<string, Handler>> = {
  listVessels,
  registerVessel,
  getVessel,
  updateVessel,
  deleteVessel,
  listBerths,
  getBerth,
  putBerth,
  listCalls,
  announceCall,
  getCall,
  updateCall,
  recordArrival,
  recordBerthing,
  recordDeparture,
  cancelCall,
  declareGoods,
  decideClearance,
  listOrders,
  placeOrder,
  completeOrder,
  cancelOrder,
  getDues,
  recordPayment,
  listIncidents,
  reportIncident,
  resolveIncident,
  listNotices,
  publishNotice,
  getNotice,
};
