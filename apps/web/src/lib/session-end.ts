/** How the session that this page had was ended. */
export const sessionEnd = {
  /** The person signs out, or has signed out, on this page. */
  isOwn: false,
  /** It was ended elsewhere: in another tab, on another device, by a new password. */
  isForeign: false,
};
