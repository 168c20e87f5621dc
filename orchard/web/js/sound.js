// A short wooden click, made on the spot. Off by default.

let context = null;
export const soundOn = () => localStorage.getItem("sound") === "on";
export const setSound = (on) => localStorage.setItem("sound", on ? "on" : "off");

export function click(strength = 1) {
  if (!soundOn()) return;
  context ??= new AudioContext();
  const length = Math.floor(context.sampleRate * 0.06);
  const buffer = context.createBuffer(1, length, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < length; i++) {
    const at = i / context.sampleRate;
    samples[i] = (Math.sin(at * 2 * Math.PI * 820) + (Math.random() - 0.5)) * Math.exp(-at * 90) * 0.35 * strength;
  }
  const source = context.createBufferSource();
  source.buffer = buffer;
  source.connect(context.destination);
  source.start();
}
