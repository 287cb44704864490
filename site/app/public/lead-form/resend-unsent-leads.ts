import { sendAllUnsentLeads, startResendingLeads } from './unsent-leads.ts';

/** For pages without a form. A module of its own, so that the forms' scripts keep their few exports. */
export function resendUnsentLeads(): void {
  startResendingLeads();
  sendAllUnsentLeads();
}
