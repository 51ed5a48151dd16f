// Homebrew: a cask for a tap.
import { summary } from './release.mjs';

/** @param {import('./release.mjs').Release} release */
export function homebrew({ version, homepage, repository, file }) {
  const [arm, intel] = [file('mac', 'arm64', 'dmg'), file('mac', 'x64', 'dmg')];
  const suffix = arm.name.includes('-unsigned') ? '-unsigned' : '';
  const address = `https://github.com/${repository}/releases/download/v#{version}/pilot-companion-#{version}-mac-#{arch}${suffix}.dmg`;
  const cask = `cask "pilot-companion" do
  arch arm: "arm64", intel: "x64"

  version "${version}"
  sha256 arm:   "${arm.sha256}",
         intel: "${intel.sha256}"

  url "${address}"
  name "Pilot Companion"
  desc "${summary}"
  homepage "${homepage}"

  depends_on macos: ">= :monterey"

  app "Pilot Companion.app"

  uninstall quit: "app.pilotcompanion"

  # Only with --zap: reports that wait and the logbook are in the first folder.
  zap trash: [
    "~/Library/Application Support/Pilot Companion",
    "~/Library/Preferences/app.pilotcompanion.plist",
    "~/Library/Saved Application State/app.pilotcompanion.savedState",
  ]
end
`;
  return { 'homebrew/Casks/pilot-companion.rb': cask };
}
