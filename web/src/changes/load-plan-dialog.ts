/**
 * Brings the dialog that tells where a plan stopped, before a plan of several steps begins: a server that goes away
 * between the steps cannot send it any more. Without it the first step will fail as well, which needs no dialog.
 */
export async function loadPlanDialog(): Promise<void> {
  await import('./plan-dialog').catch(() => undefined);
}
