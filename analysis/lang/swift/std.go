package swift

import (
	"slices"
	"strings"
	"sync"
)

// isStandard reports whether a module comes with Apple's systems, the toolchain or a C library.
func isStandard(name string) bool {
	_, found := slices.BinarySearch(standard(), name)
	return found
}

var standard = sync.OnceValue(func() []string { return strings.Fields(standardNames) })

// standardNames are sorted by bytes.
const standardNames = `
	AVFAudio AVFoundation AVKit Accelerate Accessibility Accounts ActivityKit AdServices AdSupport AddressBook
	Android AppIntents AppKit AppTrackingTransparency ApplicationServices AssetsLibrary AudioToolbox AudioUnit
	AuthenticationServices BackgroundAssets BackgroundTasks Bionic Builtin C CFNetwork CRT CallKit CarPlay Charts
	ClockKit CloudKit Cocoa Combine CommonCrypto Compression Contacts ContactsUI CoreAudio CoreAudioKit
	CoreBluetooth CoreData CoreFoundation CoreGraphics CoreHaptics CoreImage CoreLocation CoreLocationUI
	CoreMIDI CoreML CoreMedia CoreMotion CoreNFC CoreServices CoreSpotlight CoreTelephony CoreText
	CoreTransferable CoreVideo CoreWLAN CreateML CreateMLComponents CryptoKit CryptoTokenKit CxxStdlib Darwin
	DataDetection DeveloperToolsSupport DeviceActivity DeviceCheck DeviceDiscoveryUI DiskArbitration Dispatch
	Distributed EventKit EventKitUI ExposureNotification ExtensionFoundation ExtensionKit ExternalAccessory
	FamilyControls FileProvider FileProviderUI Foundation FoundationEssentials FoundationInternationalization
	FoundationModels FoundationNetworking FoundationXML GLKit GameController GameKit GameplayKit Glibc
	GroupActivities HealthKit HealthKitUI HomeKit Hypervisor IOKit IOSurface ImageCaptureCore ImageIO
	ImagePlayground Intents IntentsUI JavaScriptCore LinkPresentation LocalAuthentication MLCompute MachO
	ManagedSettings MapKit MarketplaceKit MediaAccessibility MediaPlayer MessageUI Messages Metal MetalFX
	MetalKit MetalPerformanceShaders MetalPerformanceShadersGraph MetricKit MobileCoreServices ModelIO
	MultipeerConnectivity MusicKit Musl NaturalLanguage NearbyInteraction Network NetworkExtension
	NotificationCenter OSLog ObjectiveC Observation OpenCL OpenDirectory OpenGL OpenGLES PDFKit PHASE
	PackageDescription PackagePlugin PaperKit PassKit PencilKit Photos PhotosUI PlaygroundSupport
	ProximityReader PushKit PushToTalk QuartzCore QuickLook QuickLookThumbnailing QuickLookUI RealityKit
	RegexBuilder ReplayKit RoomPlan SafariServices SceneKit ScreenCaptureKit ScreenSaver ScreenTime
	ScriptingBridge Security SecurityFoundation SensorKit ServiceManagement SharedWithYou ShazamKit Social
	SoundAnalysis Speech SpriteKit StoreKit StoreKitTest Swift SwiftData SwiftOnoneSupport SwiftShims SwiftUI
	Symbols Synchronization SystemConfiguration SystemExtensions TVMLKit TVServices TVUIKit TabularData Testing
	ThreadNetwork TipKit Translation UIKit Ucrt UniformTypeIdentifiers UserNotifications UserNotificationsUI
	VideoSubscriberAccount VideoToolbox Virtualization Vision VisionKit WASILibc WatchConnectivity WatchKit
	WeatherKit WebKit WidgetKit WinSDK WorkoutKit XCTest XPC XcodeKit _Concurrency _Differentiation
	_RegexParser _StringProcessing _Volatile os simd sqlite3 ucrt zlib`
